// Hands played out at random.

#pragma once

#include <cstddef>
#include <cstdint>

#include "law.hpp"
#include "position.hpp"

namespace belote {

// How a side counts the end of a hand.
struct Stakes {
  int side = 0;
  int won = 0;    // points it has before
  int capot = 0;  // what it has for every trick of the hand; for none it has nothing
};

// What came out of many hands, added up: points and their squares.
struct Tally {
  std::int64_t sum = 0;
  std::int64_t squares = 0;
};

// Plays `card`, a legal one, and then so many times the rest of the hand, every card drawn from the
// legal ones with equal chances (to 1 in 65536); or as players of some sense choose, who draw trumps
// where they have many, cash masters, give points to a partner, win as cheaply as they can and throw away
// the least, seven times in eight.
Tally roll_out(const Law& law, const Position& position, Mask card, const Stakes& stakes,
               std::size_t count, std::uint64_t seed, bool sensible);

}  // namespace belote
