#include "rollouts.hpp"

#include "random.hpp"

namespace belote {
namespace {

// One of the cards, by the lowest 16 bits.
inline Mask draw(Mask cards, std::uint64_t bits) {
  const auto number = static_cast<unsigned>(count(cards));
  return nth(cards, static_cast<unsigned>(bits & 0xFFFF) * number >> 16);
}

// Of some cards the dearest, or the cheapest; of equals the lowest.
template <bool kDearest>
Mask by_points(const Law& law, Mask cards) {
  Mask found = lowest(cards);
  int points = law.points(found);
  for (Mask rest = cards ^ found; rest != 0; rest &= rest - 1) {
    const Mask card = lowest(rest);
    const int its = law.points(card);
    if (kDearest ? its > points : its < points) {
      found = card;
      points = its;
    }
  }
  return found;
}

// A hand on its way to the end.
class PlayOut {
 public:
  PlayOut(const Law& law, Position position, bool sensible)
      : law_(law), position_(position), sensible_(sensible) {}

  void play(Mask card) {
    const int seat = position_.turn;
    position_.holdings[static_cast<unsigned>(seat)] ^= card;
    position_.lying_cards |= card;
    ++position_.lying;
    law_.play(card, seat, position_.trick);
    position_.turn = after(seat);
  }

  // The points that a side wins from here on, by the stakes.
  int finish(const Stakes& stakes, Random& random) {
    Mask won = 0;
    for (int left = (count(position_.held()) + position_.lying) / 4; left > 0; --left) {
      for (std::uint64_t bits = random.bits(); position_.lying < 4; bits >>= 16) {
        play(choose(bits));
      }
      const int winner = position_.trick.winner;
      if (side_of(winner) == stakes.side) won |= position_.lying_cards;
      position_.has_trick[static_cast<unsigned>(side_of(winner))] = true;
      position_.turn = winner;
      position_.trick = {};
      position_.lying = 0;
      position_.lying_cards = 0;
    }
    const auto side = static_cast<unsigned>(stakes.side);
    if (!position_.has_trick[side]) return 0;
    if (!position_.has_trick[1 - side]) return stakes.capot;
    const bool last = side_of(position_.turn) == stakes.side;
    return stakes.won + law_.worth(won) + (last ? law_.terms().last_trick : 0);
  }

 private:
  // One card, by the lowest 16 bits.
  [[nodiscard]] Mask choose(std::uint64_t bits) const {
    const Mask holding = position_.holdings[static_cast<unsigned>(position_.turn)];
    const Mask legal = law_.legal(holding, position_.trick, position_.turn);
    if (!sensible_ || (legal & (legal - 1)) == 0) return draw(legal, bits);
    if ((bits & 7) == 0) return draw(legal, bits);  // nobody is sensible always
    const Mask others = position_.held() ^ holding;
    return position_.lying == 0 ? lead(legal, others, bits) : follow(legal, others, bits);
  }

  // Whether a card that could win the trick cannot be beaten by some others in its suit.
  [[nodiscard]] static bool is_master(Mask card, Mask others) {
    return (others & suit_of(card) & above(card)) == 0;
  }

  // Trumps for whoever has as many as the others together, until they have none; else a master
  // beside the trumps, else a card beside them that gives no ten away.
  [[nodiscard]] Mask lead(Mask legal, Mask others, std::uint64_t bits) const {
    Mask masters = 0;
    for (unsigned suit = 0; suit < 4; ++suit) {
      const Mask best = highest(legal & suit_mask(suit));
      if (best != 0 && is_master(best, others)) masters |= best;
    }
    const Mask trumps = legal & law_.trumps();
    const Mask theirs = others & law_.trumps();
    if (theirs != 0 && count(trumps) >= count(theirs)) {
      const Mask best = masters & trumps;
      return best != 0 ? best : by_points<false>(law_, trumps);
    }
    const Mask plain = legal & ~trumps;
    if ((masters & plain) != 0) return draw(masters & plain, bits);
    Mask cheap = 0;
    for (Mask rest = plain; rest != 0; rest &= rest - 1) {
      if (law_.points(lowest(rest)) < 10) cheap |= lowest(rest);
    }
    return draw(cheap != 0 ? cheap : plain != 0 ? plain : legal, bits);
  }

  // Points to a partner whose trick it is; else win, for sure or cheaply if last; else the least.
  [[nodiscard]] Mask follow(Mask legal, Mask others, std::uint64_t bits) const {
    const Trick& trick = position_.trick;
    const bool last = position_.lying == 3;
    const Mask plain = legal & ~law_.trumps();
    if (trick.winner == partner_of(position_.turn) && (last || is_master(trick.best, others))) {
      return by_points<true>(law_, plain != 0 ? plain : legal);
    }
    Mask winning = legal & above(trick.best) & (trick.led | law_.trumps());
    if (!last) {
      Mask sure = 0;
      for (Mask rest = winning; rest != 0; rest &= rest - 1) {
        const Mask card = lowest(rest);
        if (is_master(card, others) || (card & ~trick.led) != 0) sure |= card;
      }
      if (sure == 0 && (bits & 8) != 0) winning = 0;
      if (sure != 0) winning = sure;
    }
    if (winning != 0) {
      const Mask dear = winning & ~law_.trumps();
      return dear != 0 ? by_points<true>(law_, dear) : by_points<false>(law_, winning);
    }
    return by_points<false>(law_, plain != 0 ? plain : legal);
  }

  const Law& law_;
  Position position_;
  bool sensible_;
};

}  // namespace

Tally roll_out(const Law& law, const Position& position, Mask card, const Stakes& stakes,
               std::size_t count, std::uint64_t seed, bool sensible) {
  Random random(seed);
  PlayOut start(law, position, sensible);
  start.play(card);
  Tally tally;
  for (std::size_t i = 0; i < count; ++i) {
    PlayOut hand = start;
    const std::int64_t points = hand.finish(stakes, random);
    tally.sum += points;
    tally.squares += points * points;
  }
  return tally;
}

}  // namespace belote
