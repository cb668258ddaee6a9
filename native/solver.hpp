// Double dummy: what each side can force with all cards seen.

#pragma once

#include "law.hpp"
#include "memory.hpp"
#include "position.hpp"

namespace belote {

// Solves positions under one law, and remembers what holds for all of them.
class Solver {
 public:
  explicit Solver(const Law& law);
  [[nodiscard]] const Law& law() const { return law_; }

  // What the rest of a hand is worth to seats 0 and 2 once `card`, a legal one, is played; found
  // the sooner, the nearer `guess` is.
  int value(const Position& position, Mask card, int guess);

  // Whether that is at least `target`.
  bool reaches(const Position& position, Mask card, int target);

 private:
  // Each returns what is still to be won by seats 0 and 2, this trick included: a lower bound that
  // is at least `target`, or an upper bound that is less.
  int play(const Position& position, Mask card, int target);
  int lead(int seat, int target);
  template <int kPlace>
  int answer(int seat, const Trick& trick, int points, int target);
  int settle(const Trick& trick, int points, int target);
  [[nodiscard]] int last_trick(int leader) const;

  // Among moves that are the same but for their names, one.
  [[nodiscard]] Mask distinct(Mask moves, int seat, Mask best) const;
  // Of the last to play: among neighbours with which the same seat wins the trick, the dearest
  // where it is won and the cheapest where it is lost. The card kept instead does later whatever
  // the other would have done, and the points are in the right hands already.
  [[nodiscard]] Mask undominated(Mask legal, int seat, const Trick& trick) const;

  [[nodiscard]] Mask held(int seat) const { return holdings_[static_cast<unsigned>(seat)]; }
  Mask& held(int seat) { return holdings_[static_cast<unsigned>(seat)]; }
  [[nodiscard]] Mask left() const {
    return holdings_[0] | holdings_[1] | holdings_[2] | holdings_[3];
  }
  void begin(const Position& position);
  [[nodiscard]] Bounds possible() const;  // of what is still to be won, whatever is played

  Law law_;
  Memory memory_;
  Holdings holdings_{};
  int points_left_ = 0;   // from this trick on, the last trick's included
  unsigned sweeps_ = 0;   // who may still win every trick: 1 seats 0 and 2, 2 the others
};

}  // namespace belote
