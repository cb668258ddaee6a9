// What can be said of the rest of a hand without playing it.

#pragma once

#include "law.hpp"

namespace belote {

// Cards that each side is sure to win, however the other plays, and whether the leader's side is
// sure of every trick that is left.
struct Sure {
  std::array<Mask, 2> cards{};
  bool everything = false;
};

// Looks at a position between two tricks.
Sure sure_cards(const Law& law, const Holdings& holdings, int leader);

}  // namespace belote
