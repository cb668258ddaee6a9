#include "table.hpp"

#include <stdexcept>

namespace belote {
namespace {

Terms terms_of(const TermsData& data) {
  Terms terms;
  std::array<std::uint8_t, 32> points{};
  int over_partner = 0;
  std::tie(terms.trump, terms.clockwise, terms.rise, terms.partner_exempt, terms.overtrump,
           terms.undertrump, over_partner, points, terms.last_trick) = data;
  terms.over_partner = static_cast<OverPartner>(over_partner);
  for (std::size_t card = 0; card < 32; ++card) terms.points[card] = points[card];
  return terms;
}

}  // namespace

Table::Table(const TermsData& data)
    : terms(terms_of(data)),
      numbering(terms.trump, terms.clockwise),
      law(numbering.inside(terms)) {}

Trick Table::trick(const std::vector<int>& cards) const {
  Trick trick;
  int seat = 0;
  for (const int card : cards) law.play(numbering.inside(Mask{1} << card), seat++, trick);
  return trick;
}

Position Table::position(const PositionData& data) const {
  const auto& [holdings, trick, turn, has_trick] = data;
  Position position;
  for (int seat = 0; seat < 4; ++seat) {
    const auto inside = static_cast<std::size_t>(numbering.seat(seat));
    position.holdings[inside] = numbering.inside(holdings[static_cast<std::size_t>(seat)]);
  }
  position.turn = numbering.seat(turn);
  position.lying = static_cast<int>(trick.size());
  int seat = position.turn - position.lying;
  for (const int card : trick) {
    const Mask inside = numbering.inside(Mask{1} << card);
    law.play(inside, seat++ & 3, position.trick);
    position.lying_cards |= inside;
  }
  position.has_trick = has_trick;
  return position;
}

std::vector<Position> Table::positions(const PositionData& data,
                                       const std::vector<std::array<Mask, 4>>& worlds,
                                       bool own) const {
  PositionData here = data;
  auto& [holdings, trick, turn, has_trick] = here;
  const auto first = holdings;
  const auto mover = static_cast<std::size_t>(turn);
  const Mask all = first[0] | first[1] | first[2] | first[3];
  std::vector<Position> positions;
  positions.reserve(worlds.size());
  for (const auto& world : worlds) {
    bool fits = (world[0] | world[1] | world[2] | world[3]) == all &&
                (!own || world[mover] == first[mover]);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      fits = fits && count(world[seat]) == count(first[seat]);
    }
    if (!fits) throw std::invalid_argument("a world does not deal the cards as the first one does");
    holdings = world;
    positions.push_back(position(here));
  }
  return positions;
}

}  // namespace belote
