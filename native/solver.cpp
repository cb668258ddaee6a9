#include "solver.hpp"

#include <algorithm>

#include "ordering.hpp"
#include "sure.hpp"

namespace belote {
namespace {

constexpr int kHint = 1 << 20;  // before every other move
constexpr int kLeast = -(1 << 12);  // less and more than any hand brings
constexpr int kMost = 1 << 12;

}  // namespace

Solver::Solver(const Law& law) : law_(law), memory_(law) {}

void Solver::begin(const Position& position) {
  holdings_ = position.holdings;
  points_left_ = law_.worth(left() | position.lying_cards) + law_.terms().last_trick;
  sweeps_ = (position.has_trick[1] ? 0U : 1U) | (position.has_trick[0] ? 0U : 2U);
}

Bounds Solver::possible() const {
  return {(sweeps_ & 2) != 0 ? -kSweep : 0, points_left_ + ((sweeps_ & 1) != 0 ? kSweep : 0)};
}

bool Solver::reaches(const Position& position, Mask card, int target) {
  begin(position);
  return play(position, card, target) >= target;
}

int Solver::value(const Position& position, Mask card, int guess) {
  begin(position);
  Bounds bounds = possible();
  // Ask on, in steps that grow, until the answer changes; from there on halve.
  int step = 1;
  bool first = true;
  bool was_reached = false;
  bool halve = false;
  int target = std::clamp(guess, bounds.lower + 1, bounds.upper);
  while (bounds.lower < bounds.upper) {
    const int found = play(position, card, target);
    const bool reached = found >= target;
    (reached ? bounds.lower : bounds.upper) = found;
    halve = halve || (!first && reached != was_reached);
    const int middle = (bounds.lower + bounds.upper + 1) / 2;
    target = halve     ? middle
             : reached ? std::min(bounds.lower + step, middle)
                       : std::max(bounds.upper + 1 - step, middle);
    target = std::clamp(target, bounds.lower + 1, bounds.upper);
    if (!halve) step *= 3;
    first = false;
    was_reached = reached;
  }
  return bounds.lower;
}

int Solver::play(const Position& position, Mask card, int target) {
  const int seat = position.turn;
  Trick trick = position.trick;
  law_.play(card, seat, trick);
  const int points = law_.worth(position.lying_cards | card);
  held(seat) ^= card;
  const int found = position.lying == 0   ? answer<1>(after(seat), trick, points, target)
                    : position.lying == 1 ? answer<2>(after(seat), trick, points, target)
                    : position.lying == 2 ? answer<3>(after(seat), trick, points, target)
                                          : settle(trick, points, target);
  held(seat) ^= card;
  return found;
}

int Solver::settle(const Trick& trick, int points, int target) {
  const int left = points_left_;
  const unsigned sweeps = sweeps_;
  const bool ours = side_of(trick.winner) == 0;
  sweeps_ &= ours ? 1U : 2U;
  int found = 0;
  if (held(0) == 0) {
    found = ours ? possible().upper : possible().lower;
  } else {
    points_left_ -= points;
    const int won = ours ? points : 0;
    found = won + lead(trick.winner, target - won);
    points_left_ = left;
  }
  sweeps_ = sweeps;
  return found;
}

int Solver::last_trick(int leader) const {
  Trick trick;
  for (int place = 0, seat = leader; place < 4; ++place, seat = after(seat)) {
    law_.play(held(seat), seat, trick);
  }
  return side_of(trick.winner) == 0 ? possible().upper : possible().lower;
}

Mask Solver::distinct(Mask moves, int seat, Mask best) const {
  const Mask own = held(seat);
  const Mask between = (left() ^ own) | best;
  return moves & ~((own >> 1 & law_.level_with_next()) |
                   (own >> 2 & law_.level_with_second() & ~(between >> 1)));
}

Mask Solver::undominated(Mask legal, int seat, const Trick& trick) const {
  const Mask between = left() ^ held(seat);
  const bool partner_wins = trick.winner == partner_of(seat);
  Mask kept = legal;
  for (Mask rest = legal; (rest & (rest - 1)) != 0; rest &= rest - 1) {
    const Mask low = lowest(rest);
    const Mask high = lowest(rest & (rest - 1));
    const bool beats = law_.beats(high, trick);
    if (suit_of(low) != suit_of(high) || (between & above(low) & below(high)) != 0 ||
        law_.beats(low, trick) != beats) {
      continue;
    }
    kept &= beats || partner_wins ? ~low : ~high;
  }
  return kept;
}

int Solver::lead(int seat, int target) {
  if (count(held(seat)) == 1) return last_trick(seat);
  const Memory::Key key = memory_.key(holdings_, seat, sweeps_);
  Memory::Slot& slot = memory_.slot(key);
  __builtin_prefetch(&slot);  // needed soon, and seldom near
  Bounds bounds = possible();
  const bool ours = side_of(seat) == 0;
  const Sure sure = sure_cards(law_, holdings_, seat);
  if (sure.everything) return ours ? bounds.upper : bounds.lower;
  if (sure.cards[0] != 0) bounds.lower = std::max(bounds.lower, law_.worth(sure.cards[0]));
  if (sure.cards[1] != 0) {
    bounds.upper = std::min(bounds.upper, points_left_ - law_.worth(sure.cards[1]));
  }
  if (bounds.lower >= target) return bounds.lower;
  if (bounds.upper < target) return bounds.upper;

  Mask hint = 0;
  if (slot.holds(key)) {
    if (memory_.recall(slot, key, target, bounds)) {
      return bounds.lower >= target ? bounds.lower : bounds.upper;
    }
    hint = nth(left(), slot.best);
  }

  Moves moves;
  const LeadScores score(law_, holdings_, seat);
  for (Mask rest = distinct(held(seat), seat, 0); rest != 0; rest &= rest - 1) {
    const Mask card = lowest(rest);
    moves.add(card == hint ? kHint : score(card), card);
  }
  int best = ours ? kLeast : kMost;
  Mask best_card = 0;
  for (const Mask card : moves) {
    const Trick trick{suit_of(card), card, seat};
    held(seat) ^= card;
    const int found = answer<1>(after(seat), trick, law_.points(card), target);
    held(seat) ^= card;
    if (ours ? found > best : found < best) {
      best = found;
      best_card = card;
    }
    if (ours ? best >= target : best < target) break;
  }
  const bool reached = best >= target;
  int& bound = reached ? bounds.lower : bounds.upper;
  bound = reached ? std::max(bound, best) : std::min(bound, best);
  Memory::store(slot, key, bounds, static_cast<unsigned>(count(left() & below(best_card))));
  return bound;
}

template <int kPlace>
int Solver::answer(int seat, const Trick& trick, int points, int target) {
  const bool ours = side_of(seat) == 0;
  Mask legal = law_.legal(held(seat), trick, seat);
  if ((legal & (legal - 1)) != 0) {
    legal = distinct(legal, seat, trick.best);
    if (kPlace == 3 && law_.monotone()) legal = undominated(legal, seat, trick);
  }
  Moves moves;
  const AnswerScores<kPlace> score(law_, holdings_, seat, trick);
  for (Mask rest = legal; rest != 0; rest &= rest - 1) moves.add(score(lowest(rest)), lowest(rest));

  int best = ours ? kLeast : kMost;
  for (const Mask card : moves) {
    Trick next = trick;
    law_.play(card, seat, next);
    const int sum = points + law_.points(card);
    held(seat) ^= card;
    int found = 0;
    if constexpr (kPlace == 3) {
      found = settle(next, sum, target);
    } else {
      found = answer<kPlace + 1>(after(seat), next, sum, target);
    }
    held(seat) ^= card;
    best = ours ? std::max(best, found) : std::min(best, found);
    if (ours ? best >= target : best < target) break;
  }
  return best;
}

}  // namespace belote
