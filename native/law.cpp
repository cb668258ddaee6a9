#include "law.hpp"

#include <algorithm>
#include <utility>

namespace belote {
namespace {

// By strength, the ranks as the world numbers them: 7 8 9 J Q K 10 A are 0 to 7.
constexpr std::array<std::uint8_t, 8> kPlainOrder = {0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::array<std::uint8_t, 8> kTrumpOrder = {0, 1, 4, 5, 6, 7, 2, 3};

constexpr int kTrumpSuit = 3;

}  // namespace

Numbering::Numbering(int trump, bool clockwise) : clockwise_(clockwise) {
  std::array<unsigned, 4> places = {0, 1, 2, 3};
  if (trump < kNoTrumps) std::swap(places[static_cast<unsigned>(trump)], places[kTrumpSuit]);
  for (unsigned suit = 0; suit < 4; ++suit) {
    const bool as_trumps = trump == kAllTrumps || suit == static_cast<unsigned>(trump);
    const auto& order = as_trumps ? kTrumpOrder : kPlainOrder;
    for (unsigned strength = 0; strength < 8; ++strength) {
      const unsigned card = 8 * suit + order[strength];
      const unsigned number = 8 * places[suit] + strength;
      inside_[card] = static_cast<std::uint8_t>(number);
      outside_[number] = static_cast<std::uint8_t>(card);
    }
  }
}

Terms Numbering::inside(Terms terms) const {
  const auto points = terms.points;
  for (unsigned card = 0; card < 32; ++card) terms.points[inside_[card]] = points[card];
  if (terms.trump < kNoTrumps) terms.trump = kTrumpSuit;
  terms.clockwise = true;
  return terms;
}

Mask Numbering::inside(Mask outside) const {
  Mask cards = 0;
  for (; outside != 0; outside &= outside - 1) {
    cards |= Mask{1} << inside_[static_cast<unsigned>(index_of(outside))];
  }
  return cards;
}

Mask Numbering::outside(Mask inside) const {
  Mask cards = 0;
  for (; inside != 0; inside &= inside - 1) {
    cards |= Mask{1} << outside_[static_cast<unsigned>(index_of(inside))];
  }
  return cards;
}

Law::Law(const Terms& terms)
    : terms_(terms),
      trumps_(terms.trump < kNoTrumps ? suit_mask(kTrumpSuit) : 0),
      rising_(!terms.rise ? 0 : terms.trump == kAllTrumps ? kDeck : trumps_),
      whole_(terms.last_trick) {
  for (unsigned card = 0; card < 32; ++card) {
    points_[card] = static_cast<std::uint8_t>(terms.points[card]);
    whole_ += points_[card];
  }
  for (unsigned card = 0; card < 31; ++card) {
    if ((card & 7) == 7) continue;
    const bool level = points_[card] == points_[card + 1];
    const bool second = (card & 7) < 6 && points_[card + 1] == points_[card + 2];
    if (level) level_with_next_ |= Mask{1} << card;
    if (level && second) level_with_second_ |= Mask{1} << card;
    if (points_[card] > points_[card + 1]) monotone_ = false;
  }
  for (unsigned suit = 0; suit < 4; ++suit) {
    for (unsigned cards = 1; cards < 256; ++cards) {
      const auto first = static_cast<unsigned>(std::countr_zero(cards));
      const int rest = worths_[suit][cards & (cards - 1)];
      worths_[suit][cards] = static_cast<std::uint16_t>(rest + points_[8 * suit + first]);
    }
  }
}

Mask Law::denied(Mask card, const Trick& trick, int seat) const {
  if (trick.led == 0) return 0;
  const Mask higher = above(trick.best);
  if ((card & trick.led) != 0) {
    return (card & higher) != 0 ? 0 : trick.led & rising_ & higher;
  }
  const bool ruffed = (card & trumps_) != 0;
  if (terms_.partner_exempt && trick.winner == partner_of(seat)) {
    const bool beats = (card & trumps_ & higher) != 0;
    const bool below = terms_.over_partner == OverPartner::kAlways ||
                       (terms_.over_partner == OverPartner::kNoUndertrump && ruffed);
    const bool told = (trick.best & trumps_) != 0 && below && !beats;
    return told ? trick.led | (trumps_ & higher) : trick.led;
  }
  Mask none = trick.led;
  if (!(terms_.overtrump ? ruffed && (card & higher) != 0 : ruffed)) none |= trumps_ & higher;
  if (terms_.undertrump && !ruffed) none |= trumps_;
  return none;
}

}  // namespace belote
