#include "memory.hpp"

#include <algorithm>

namespace belote {
namespace {

constexpr unsigned kSlotBits = 15;  // 2 MiB of slots

}  // namespace

Memory::Memory(const Law& law) : slots_(std::size_t{1} << kSlotBits) {
  const auto points = [&law](unsigned suit, unsigned rank) {
    return law.points(Mask{1} << (8 * suit + rank));
  };
  for (unsigned suit = 0; suit < 4; ++suit) {
    unsigned level = 1;
    while (level < 8 && points(suit, level) == points(suit, 0)) ++level;
    level_[suit] = static_cast<std::uint8_t>((1U << level) - 1);

    const auto like = [&](unsigned other) {
      for (unsigned rank = 0; rank < 8; ++rank) {
        if (points(suit, rank) != points(other, rank)) return false;
      }
      return true;
    };
    unsigned first = 0;
    while (!like(first)) ++first;
    if (first < suit) {
      kind_[suit] = kind_[first];
      continue;
    }
    kind_[suit] = static_cast<std::uint8_t>(gaps_.size());
    Gaps& gaps = gaps_.emplace_back();
    for (Mask more = 1; more < 256; ++more) {
      for (Mask less = 1; less < 256; ++less) {
        if (count(more) != count(less)) continue;
        const auto of = [&](Mask cards) { return points(suit, static_cast<unsigned>(index_of(cards))); };
        const int rest = gaps[more & (more - 1)][less & (less - 1)];
        gaps[more][less] = static_cast<std::uint8_t>(rest + std::max(0, of(more) - of(less)));
      }
    }
  }
}

Memory::Key Memory::key(const Holdings& holdings, int leader, unsigned sweeps) const {
  const Mask left = holdings[0] | holdings[1] | holdings[2] | holdings[3];
  Key key{squeeze(holdings[1] | holdings[3], left), squeeze(holdings[2] | holdings[3], left),
          static_cast<Mask>(leader) | sweeps << 2, 0};
  for (unsigned suit = 0; suit < 4; ++suit) {
    const Mask here = left >> 8 * suit & 0xFF;
    const Mask level = here & level_[suit];
    key.shape |= static_cast<Mask>(count(here)) << (4 + 4 * suit);
    key.left |= ((here ^ level) | ((Mask{1} << count(level)) - 1)) << 8 * suit;
  }
  return key;
}

Memory::Slot& Memory::slot(const Key& key) {
  std::uint64_t hash = (key.one | std::uint64_t{key.two} << 32) * 0x9E3779B97F4A7C15U;
  hash = ((hash ^ hash >> 29) + key.shape) * 0xBF58476D1CE4E5B9U;
  return slots_[hash >> (64 - kSlotBits)];
}

bool Memory::recall(const Slot& slot, const Key& key, int target, Bounds& bounds) const {
  for (const Variant& known : slot.variants) {
    if (known.left == 0) return false;
    if (known.left == key.left) {
      bounds.lower = std::max(bounds.lower, static_cast<int>(known.lower));
      bounds.upper = std::min(bounds.upper, static_cast<int>(known.upper));
    } else if (known.lower >= target) {
      bounds.lower = std::max(bounds.lower, known.lower - gap(known.left, key.left));
    } else if (known.upper < target) {
      bounds.upper = std::min(bounds.upper, known.upper + gap(key.left, known.left));
    }
    if (bounds.lower >= target || bounds.upper < target) return true;
  }
  return false;
}

void Memory::store(Slot& slot, const Key& key, Bounds bounds, unsigned best) {
  if (!slot.holds(key)) slot = Slot{key.one, key.two, key.shape, 0, {}};
  std::size_t place = 0;
  while (place + 1 < kVariants && slot.variants[place].left != 0 &&
         slot.variants[place].left != key.left) {
    ++place;
  }
  std::move_backward(slot.variants.begin(), slot.variants.begin() + static_cast<long>(place),
                     slot.variants.begin() + static_cast<long>(place) + 1);
  slot.variants[0] = {key.left, static_cast<std::int16_t>(bounds.lower),
                      static_cast<std::int16_t>(bounds.upper)};
  slot.best = best;
}

}  // namespace belote
