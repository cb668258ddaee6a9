// The law of play, on cards renumbered so that comparing two cards is comparing two numbers.
//
// Inside, a card is one bit of a 32-bit mask, a byte a suit, ranks within it from the weakest to
// the strongest. The suit that is trump, if one is, is the highest byte: whichever of two cards
// that can win a trick is the greater number wins it. Seats are turned so that the next to play is
// always one more.

#pragma once

#include <array>
#include <cstdint>

#include "bits.hpp"

namespace belote {

using Holdings = std::array<Mask, 4>;

constexpr int kNoTrumps = 4;
constexpr int kAllTrumps = 5;

constexpr int partner_of(int seat) { return seat ^ 2; }
constexpr int after(int seat) { return (seat + 1) & 3; }
constexpr int side_of(int seat) { return seat & 1; }

// What is asked of one who is void while a trump of the partner is winning.
enum class OverPartner : std::uint8_t {
  kFree,          // nothing
  kOnlyTrumps,    // beat it, if able, holding nothing but trumps
  kNoUndertrump,  // no lower trump when able to beat it
  kAlways,        // beat it if able
};

// What the rules of a table say of one trump: all that a law is made of.
struct Terms {
  int trump = 0;  // 0 to 3 for a suit, kNoTrumps or kAllTrumps
  bool clockwise = true;
  bool rise = true;            // beat the best trump, if able, when trump is led
  bool partner_exempt = true;  // void, partner winning: free
  bool overtrump = true;       // ruffing after a trump, beat it if able
  bool undertrump = true;      // unable to beat it, still play a trump
  OverPartner over_partner = OverPartner::kFree;
  std::array<int, 32> points{};
  int last_trick = 10;
  bool operator==(const Terms&) const = default;
};

// How the world numbers cards and seats, and how they are numbered inside.
class Numbering {
 public:
  Numbering(int trump, bool clockwise);

  // The terms as they read inside: equal ones make equal laws, whatever suit is trump.
  [[nodiscard]] Terms inside(Terms terms) const;
  [[nodiscard]] Mask inside(Mask outside) const;
  [[nodiscard]] Mask outside(Mask inside) const;
  // The seat inside of one outside, and the other way round.
  [[nodiscard]] int seat(int other) const { return clockwise_ ? other : (4 - other) & 3; }

 private:
  std::array<std::uint8_t, 32> inside_{};
  std::array<std::uint8_t, 32> outside_{};
  bool clockwise_;
};

// A trick under way: the suit led (as a mask), the card that wins so far, who played it.
struct Trick {
  Mask led = 0;
  Mask best = 0;
  int winner = 0;
};

class Law {
 public:
  // From terms as they read inside.
  explicit Law(const Terms& terms);
  [[nodiscard]] const Terms& terms() const { return terms_; }

  // The cards of a holding that `seat` may play to a trick; all of them to an empty one.
  [[nodiscard]] Mask legal(Mask holding, const Trick& trick, int seat) const {
    const Mask follow = holding & trick.led;
    if (follow != 0) {
      const Mask rising = follow & rising_ & above(trick.best);
      return rising != 0 ? rising : follow;
    }
    const Mask trumps = holding & trumps_;
    if (trumps == 0 || trick.led == 0) return holding;
    const Mask higher = trumps & above(trick.best);
    if (terms_.partner_exempt && trick.winner == partner_of(seat)) {
      const bool asked = higher != 0 && (trick.best & trumps_) != 0;
      return asked ? over_partner(holding, trumps, higher) : holding;
    }
    if (higher != 0) return terms_.overtrump ? higher : trumps;
    return terms_.undertrump ? trumps : holding;
  }

  // The cards that `seat` cannot have held, having played `card` from a holding. Under kOnlyTrumps a
  // trump below the partner's tells more than a set of cards can say, and that is left out.
  [[nodiscard]] Mask denied(Mask card, const Trick& trick, int seat) const;

  [[nodiscard]] bool beats(Mask card, const Trick& trick) const {
    return card > trick.best && (card & (trick.led | trumps_)) != 0;
  }

  void play(Mask card, int seat, Trick& trick) const {
    if (trick.led == 0) {
      trick = {suit_of(card), card, seat};
    } else if (beats(card, trick)) {
      trick.best = card;
      trick.winner = seat;
    }
  }

  [[nodiscard]] int worth(Mask cards) const {
    return worths_[0][cards & 0xFF] + worths_[1][cards >> 8 & 0xFF] +
           worths_[2][cards >> 16 & 0xFF] + worths_[3][cards >> 24];
  }
  [[nodiscard]] int points(Mask card) const { return points_[static_cast<unsigned>(index_of(card))]; }
  [[nodiscard]] int whole() const { return whole_; }
  [[nodiscard]] Mask trumps() const { return trumps_; }

  // Cards whose next, or next but one, higher neighbour is worth the same.
  [[nodiscard]] Mask level_with_next() const { return level_with_next_; }
  [[nodiscard]] Mask level_with_second() const { return level_with_second_; }
  // Whether in every suit the stronger of two cards is worth no less.
  [[nodiscard]] bool monotone() const { return monotone_; }

 private:
  // What may be played over a trump of the partner by one who is able to beat it.
  [[nodiscard]] Mask over_partner(Mask holding, Mask trumps, Mask higher) const {
    switch (terms_.over_partner) {
      case OverPartner::kOnlyTrumps:
        return holding == trumps ? higher : holding;
      case OverPartner::kNoUndertrump:
        return holding & ~(trumps & ~higher);
      case OverPartner::kAlways:
        return higher;
      case OverPartner::kFree:
        break;
    }
    return holding;
  }

  Terms terms_;
  std::array<std::uint8_t, 32> points_{};
  std::array<std::array<std::uint16_t, 256>, 4> worths_{};
  Mask trumps_ = 0;
  Mask rising_ = 0;
  Mask level_with_next_ = 0;
  Mask level_with_second_ = 0;
  int whole_ = 0;
  bool monotone_ = true;
};

}  // namespace belote
