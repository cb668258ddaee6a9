// Solving for the world outside: many positions at once, whatever their laws.

#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "law.hpp"
#include "position.hpp"

namespace belote {

struct Task {
  Terms terms;  // as they read inside
  Position position;
  // Points that the side to play wants from here on; without, all it can force is found.
  std::optional<int> wanted;
};

// By legal card: what the rest of the hand is worth to the side to play, or 1 and 0 for whether it
// gets what it wants.
using Values = std::vector<std::pair<Mask, int>>;

// Each task's, on so many threads.
std::vector<Values> solve_many(const std::vector<Task>& tasks, unsigned threads);

// What the side to play can force from each position, on so many threads.
std::vector<int> force_many(const std::vector<Task>& tasks, unsigned threads);

}  // namespace belote
