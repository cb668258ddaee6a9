// A small, fast generator: the same seed gives the same numbers on every machine.

#pragma once

#include <cstdint>

namespace belote {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // The next 64 random bits: a counter whose bits are mixed (SplitMix64).
  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBU;
    return mixed ^ mixed >> 31;
  }

  // A number from 0 to `size` - 1, each as likely as the others.
  std::uint64_t below(std::uint64_t size) {
    const std::uint64_t uneven = (0 - size) % size;
    for (;;) {
      const auto product = static_cast<unsigned __int128>(bits()) * size;
      if (static_cast<std::uint64_t>(product) >= uneven) {
        return static_cast<std::uint64_t>(product >> 64);
      }
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace belote
