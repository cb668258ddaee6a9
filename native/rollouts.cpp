#include "rollouts.hpp"

#include "random.hpp"

namespace belote {
namespace {

// One of the cards, by the lowest 16 bits.
inline Mask draw(Mask cards, std::uint64_t bits) {
  const auto number = static_cast<unsigned>(count(cards));
  return nth(cards, static_cast<unsigned>(bits & 0xFFFF) * number >> 16);
}

// A hand on its way to the end.
class PlayOut {
 public:
  PlayOut(const Law& law, Position position) : law_(law), position_(position) {}

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
        const Mask holding = position_.holdings[static_cast<unsigned>(position_.turn)];
        play(draw(law_.legal(holding, position_.trick, position_.turn), bits));
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
  const Law& law_;
  Position position_;
};

}  // namespace

Tally roll_out(const Law& law, const Position& position, Mask card, const Stakes& stakes,
               std::size_t count, std::uint64_t seed) {
  Random random(seed);
  PlayOut start(law, position);
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
