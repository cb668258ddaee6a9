// What comes from the world outside, as plain numbers, lists and tuples, and as it reads inside.

#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "law.hpp"
#include "position.hpp"

namespace belote {

// trump, clockwise, rise, partner_exempt, overtrump, undertrump, over_partner, points by card, last
// trick
using TermsData =
    std::tuple<int, bool, bool, bool, bool, bool, int, std::array<std::uint8_t, 32>, int>;

// holdings by seat, the trick under way, the seat to play, by side whether it has won a trick
using PositionData =
    std::tuple<std::array<Mask, 4>, std::vector<int>, int, std::array<bool, 2>>;

// A table's law, with how the world numbers its cards and seats.
struct Table {
  explicit Table(const TermsData& data);

  // A trick led by seat 0, one seat after another.
  [[nodiscard]] Trick trick(const std::vector<int>& cards) const;
  [[nodiscard]] Position position(const PositionData& data) const;
  // One position in several worlds, each the four holdings, alike in all that is known to whoever
  // plays next: who has how many cards, which are left and, if these are its own view, its cards.
  // Raises std::invalid_argument for one that is not.
  [[nodiscard]] std::vector<Position> positions(const PositionData& data,
                                                const std::vector<std::array<Mask, 4>>& worlds,
                                                bool own) const;

  Terms terms;
  Numbering numbering;
  Law law;
};

}  // namespace belote
