#include "bits.hpp"

namespace belote {

#ifndef __BMI2__
const std::array<std::array<std::uint8_t, 256>, 256> kSqueezed = [] {
  std::array<std::array<std::uint8_t, 256>, 256> table{};
  for (unsigned kept = 1; kept < 256; ++kept) {
    for (unsigned bits = 0; bits < 256; ++bits) {
      const unsigned low = (bits & kept & (0U - kept)) != 0 ? 1 : 0;
      table[kept][bits] = static_cast<std::uint8_t>(table[kept & (kept - 1)][bits] << 1 | low);
    }
  }
  return table;
}();
#endif

}  // namespace belote
