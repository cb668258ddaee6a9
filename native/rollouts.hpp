// Hands played out at random.

#pragma once

#include <cstdint>

#include "law.hpp"
#include "position.hpp"
#include "random.hpp"

namespace belote {

struct Tally {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t squares = 0;
};

// What the rest of a hand brings seats 0 and 2, every card drawn from the legal ones: the points
// they win from here on; every trick of the hand counts as `capot` to the side that wins them all,
// and nothing to the other, whose points until then are none.
struct Prices {
  int won = 0;  // by seats 0 and 2 before
  int capot = 0;
};

Tally roll_out(const Law& law, const Position& position, const Prices& prices, std::int64_t count,
               std::uint64_t seed);

}  // namespace belote
