// What the solver remembers of positions: between tricks, bounds on what is still to be won.
//
// A position is known by the owners of the cards that are left, in each suit from the weakest to
// the strongest: that is all the law looks at. Which cards these are decides only what they are
// worth. So positions with the same owners are kept together, and a bound for one is a bound for
// another once it is widened by what the worths of the cards differ: play the one as the other,
// card for card, and the same side wins the same tricks. (The idea is that of the quasi-symmetry
// reduction for Skat, Kupferschmid and Helmert 2007.)

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "law.hpp"

namespace belote {

struct Bounds {
  int lower;
  int upper;
};

class Memory {
 public:
  explicit Memory(const Law& law);

  struct Key {
    Mask one;    // of the cards left, moved together: those of seats 1 and 3
    Mask two;    // those of seats 2 and 3
    Mask shape;  // how many cards each suit has left; the leader; who may still win every trick
    Mask left;   // the cards left themselves, those worth the same told apart by their order only
  };
  [[nodiscard]] Key key(const Holdings& holdings, int leader, unsigned sweeps) const;

  static constexpr int kVariants = 6;
  struct Variant {
    Mask left = 0;
    std::int16_t lower = 0;
    std::int16_t upper = 0;
  };
  struct alignas(64) Slot {
    Mask one = 0;
    Mask two = 0;
    Mask shape = 0;
    std::uint32_t best = 0;  // the place of the best card found among the cards left
    std::array<Variant, kVariants> variants{};

    [[nodiscard]] bool holds(const Key& key) const {
      return one == key.one && two == key.two && shape == key.shape;
    }
  };

  // Where a position is kept, if it is: look with `holds`.
  [[nodiscard]] Slot& slot(const Key& key);

  // Narrows `bounds` by what a slot that holds the position knows of it, until they decide whether
  // `target` is reached; says whether they do.
  bool recall(const Slot& slot, const Key& key, int target, Bounds& bounds) const;

  static void store(Slot& slot, const Key& key, Bounds bounds, unsigned best);

 private:
  // By two sets of as many cards of a suit: how much more the first are worth at most, card for
  // card, counting no card that is worth less.
  using Gaps = std::array<std::array<std::uint8_t, 256>, 256>;

  [[nodiscard]] int gap(Mask more, Mask less) const {
    int sum = 0;
    for (unsigned suit = 0; suit < 4; ++suit) {
      sum += gaps_[kind_[suit]][more >> 8 * suit & 0xFF][less >> 8 * suit & 0xFF];
    }
    return sum;
  }

  std::vector<Slot> slots_;
  std::vector<Gaps> gaps_;
  std::array<std::uint8_t, 4> kind_{};  // by suit, its place in `gaps_`
  std::array<std::uint8_t, 4> level_{};  // by suit, its weakest cards that are worth the same
};

}  // namespace belote
