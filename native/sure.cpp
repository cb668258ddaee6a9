#include "sure.hpp"

#include <algorithm>

namespace belote {
namespace {

// The trumps above all that the other side holds: whatever trick one falls to, its side wins it.
void add_top_trumps(Sure& sure, Mask trumps, const Holdings& holdings) {
  for (unsigned side = 0; side < 2; ++side) {
    const Mask ours = (holdings[side] | holdings[side + 2]) & trumps;
    const Mask theirs = (holdings[1 - side] | holdings[3 - side]) & trumps;
    sure.cards[side] = theirs == 0 ? ours : ours & above(highest(theirs));
  }
}

// The leader's winners, led one after another while nobody is able to ruff or to beat them.
class Cashing {
 public:
  Cashing(const Law& law, const Holdings& holdings, int leader)
      : mine_(holdings[static_cast<unsigned>(leader)]),
        next_(holdings[static_cast<unsigned>(after(leader))]),
        partner_(holdings[static_cast<unsigned>(partner_of(leader))]),
        last_(holdings[static_cast<unsigned>(after(partner_of(leader)))]) {
    const Mask trumps = law.trumps();
    if ((mine_ & trumps) != 0) cash(trumps, 8);
    const bool next_ruffs = count(next_ & trumps) > tricks_;
    const bool last_ruffs = count(last_ & trumps) > tricks_;
    const bool partner_ruffs = !law.terms().partner_exempt && count(partner_ & trumps) > tricks_;
    for (unsigned number = 0; number < 4; ++number) {
      const Mask suit = suit_mask(number);
      if (suit == trumps || (mine_ & suit) == 0) continue;
      int rounds = 8;
      if (next_ruffs) rounds = std::min(rounds, count(next_ & suit));
      if (last_ruffs) rounds = std::min(rounds, count(last_ & suit));
      if (partner_ruffs) rounds = std::min(rounds, count(partner_ & suit));
      cash(suit, rounds);
    }
  }

  [[nodiscard]] Mask cards() const { return cards_; }
  [[nodiscard]] bool everything() const { return tricks_ == count(mine_); }

 private:
  // Leads winners of one suit, `rounds` at most. To each the partner throws its best card of the
  // suit, and the others at least their worst.
  void cash(Mask suit, int rounds) {
    const Mask others = (next_ | partner_ | last_) & suit;
    Mask winners = mine_ & suit;
    if (others != 0) winners &= above(highest(others));
    if (winners == 0) return;
    const int longest = std::max({count(next_ & suit), count(partner_ & suit), count(last_ & suit)});
    if (count(winners) >= longest) winners = mine_ & suit;
    winners = highest(winners, rounds);
    const int led = count(winners);
    cards_ |= winners | highest(partner_ & suit, led) | lowest(next_ & suit, led) |
              lowest(last_ & suit, led);
    tricks_ += led;
  }

  Mask mine_;
  Mask next_;
  Mask partner_;
  Mask last_;
  Mask cards_ = 0;
  int tricks_ = 0;
};

}  // namespace

Sure sure_cards(const Law& law, const Holdings& holdings, int leader) {
  Sure sure;
  if (law.trumps() != 0) add_top_trumps(sure, law.trumps(), holdings);
  const Cashing cashing(law, holdings, leader);
  sure.cards[static_cast<unsigned>(side_of(leader))] |= cashing.cards();
  sure.everything = cashing.everything();
  return sure;
}

}  // namespace belote
