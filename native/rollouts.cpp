#include "rollouts.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace belote {
namespace {

// The bit of `cards` that has `place` bits below it.
inline Mask nth(Mask cards, unsigned place) {
#ifdef __BMI2__
  return _pdep_u32(Mask{1} << place, cards);
#else
  for (; place != 0; --place) cards &= cards - 1;
  return lowest(cards);
#endif
}

// One of the cards, by 16 random bits: as even as 65536 draws can be.
inline Mask draw(Mask cards, std::uint64_t bits) {
  const auto count = static_cast<unsigned>(std::popcount(cards));
  return nth(cards, static_cast<unsigned>(bits & 0xFFFF) * count >> 16);
}

// Plays a hand to its end and returns the cards that seats 0 and 2 win; `last` becomes the seat
// that wins the last trick.
Mask play_out(const Law& law, Holdings holdings, Trick trick, int lying, Mask cards, int turn,
              Random& random, unsigned& sides, int& last) {
  Mask won = 0;
  const int tricks = std::popcount(holdings[static_cast<unsigned>(turn)]);
  for (int left = tricks; left > 0; --left) {
    std::uint64_t bits = random.bits();
    for (; lying < 4; ++lying) {
      Mask& holding = holdings[static_cast<unsigned>(turn)];
      const Mask card = draw(law.legal(holding, trick, turn), bits);
      bits >>= 16;
      holding ^= card;
      cards |= card;
      law.play(card, turn, trick);
      turn = (turn + 1) & 3;
    }
    turn = trick.winner;
    won |= (turn & 1) == 0 ? cards : 0;
    sides |= 1U << (turn & 1);
    trick = {};
    cards = 0;
    lying = 0;
  }
  last = turn;
  return won;
}

}  // namespace

Tally roll_out(const Law& law, const Position& position, const Prices& prices, std::int64_t count,
               std::uint64_t seed) {
  Random random(seed);
  Tally tally;
  const unsigned sides = (position.has_trick[0] ? 1U : 0U) | (position.has_trick[1] ? 2U : 0U);
  for (std::int64_t i = 0; i < count; ++i) {
    unsigned who = sides;
    int last = 0;
    const Mask won = play_out(law, position.holdings, position.trick, position.lying,
                              position.lying_cards, position.turn, random, who, last);
    const int points = prices.won + law.worth(won) + ((last & 1) == 0 ? law.terms().last_trick : 0);
    const int value = who == 3 ? points : who == 1 ? prices.capot : 0;
    tally.sum += value;
    tally.squares += value * value;
  }
  tally.count = count;
  return tally;
}

}  // namespace belote
