// Sets of cards as 32-bit masks, one bit a card.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace belote {

using Mask = std::uint32_t;

constexpr Mask kDeck = 0xFFFFFFFFU;

constexpr int count(Mask cards) { return std::popcount(cards); }
constexpr int index_of(Mask card) { return std::countr_zero(card); }
constexpr Mask lowest(Mask cards) { return cards & (0U - cards); }
constexpr Mask highest(Mask cards) { return cards == 0 ? 0 : Mask{1} << (31 - std::countl_zero(cards)); }
constexpr Mask above(Mask card) { return ~((card << 1) - 1); }
constexpr Mask below(Mask card) { return card - 1; }
constexpr Mask suit_mask(unsigned suit) { return Mask{0xFF} << 8 * suit; }
constexpr Mask suit_of(Mask card) { return Mask{0xFF} << (index_of(card) & 24); }

// The `number` highest or lowest of some cards; all of them where there are fewer.
constexpr Mask highest(Mask cards, int number) {
  while (count(cards) > number) cards &= cards - 1;
  return cards;
}
constexpr Mask lowest(Mask cards, int number) {
  Mask rest = cards;
  for (; number > 0 && rest != 0; --number) rest &= rest - 1;
  return cards ^ rest;
}

// The bit of `cards` that has `place` of them below it.
inline Mask nth(Mask cards, unsigned place) {
#ifdef __BMI2__
  return _pdep_u32(Mask{1} << place, cards);
#else
  for (; place != 0; --place) cards &= cards - 1;
  return lowest(cards);
#endif
}

#ifndef __BMI2__
// By the bits that are kept and the bits to keep them of, the bits moved together.
extern const std::array<std::array<std::uint8_t, 256>, 256> kSqueezed;
#endif

// The bits of `cards` at the places of `kept`, moved together to the low end.
inline Mask squeeze(Mask cards, Mask kept) {
#ifdef __BMI2__
  return _pext_u32(cards, kept);
#else
  Mask squeezed = 0;
  int place = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const Mask here = kept >> shift & 0xFF;
    squeezed |= Mask{kSqueezed[here][cards >> shift & 0xFF]} << place;
    place += count(here);
  }
  return squeezed;
#endif
}

}  // namespace belote
