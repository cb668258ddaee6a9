// A hand with every card seen, at any point of its play, as numbered inside.

#pragma once

#include <array>

#include "law.hpp"

namespace belote {

struct Position {
  Holdings holdings{};
  Trick trick{};
  int lying = 0;         // how many cards the trick under way has
  Mask lying_cards = 0;
  int turn = 0;
  std::array<bool, 2> has_trick{};  // by side: whether it has won one

  [[nodiscard]] Mask held() const {
    return holdings[0] | holdings[1] | holdings[2] | holdings[3];
  }
};

// What the rest of a hand is worth to the side of seats 0 and 2, as the functions here count it: the
// points it wins from here on, one more for winning every trick of the hand, one less for none.
// The caller puts the price of a capot in the place of that one.
constexpr int kSweep = 1;

}  // namespace belote
