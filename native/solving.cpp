#include "solving.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "solver.hpp"

namespace belote {
namespace {

// Solvers at rest. What one remembers stays true, so the next position under its law gains by it.
class Pool {
 public:
  std::unique_ptr<Solver> take(const Terms& terms) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = std::find_if(resting_.rbegin(), resting_.rend(), [&](const auto& solver) {
        return solver->law().terms() == terms;
      });
      if (found != resting_.rend()) {
        std::unique_ptr<Solver> solver = std::move(*found);
        resting_.erase(std::next(found).base());
        return solver;
      }
    }
    return std::make_unique<Solver>(Law(terms));
  }

  void give_back(std::unique_ptr<Solver> solver) {
    const std::lock_guard lock(mutex_);
    resting_.push_back(std::move(solver));
    if (resting_.size() > kMost) resting_.erase(resting_.begin());
  }

 private:
  static constexpr std::size_t kMost = 8;  // of about 2 MiB each
  std::mutex mutex_;
  std::vector<std::unique_ptr<Solver>> resting_;
};

Pool& pool() {
  static Pool shared;
  return shared;
}

Values solve_with(Solver& solver, const Task& task) {
  const Position& position = task.position;
  const Law& law = solver.law();
  const Mask holding = position.holdings[static_cast<unsigned>(position.turn)];
  const bool ours = side_of(position.turn) == 0;
  const int left = law.worth(position.held() | position.lying_cards) + law.terms().last_trick;
  const Mask between = (position.held() ^ holding) | position.trick.best;

  Values values;
  int guess = left / 2;
  Mask previous = 0;
  for (Mask rest = law.legal(holding, position.trick, position.turn); rest != 0;) {
    const Mask card = highest(rest);
    rest ^= card;
    const bool same = previous != 0 && suit_of(card) == suit_of(previous) &&
                      law.points(card) == law.points(previous) &&
                      (between & above(card) & below(previous)) == 0;
    previous = card;
    if (same) {
      values.emplace_back(card, values.back().second);
    } else if (task.wanted) {
      const int target = ours ? *task.wanted : left - *task.wanted + 1;
      values.emplace_back(card, solver.reaches(position, card, target) == ours ? 1 : 0);
    } else {
      guess = solver.value(position, card, guess);
      values.emplace_back(card, ours ? guess : left - guess);
    }
  }
  return values;
}

// The value of the best card only: of the others it is asked no more than whether they are better.
int force_with(Solver& solver, const Position& position) {
  const Law& law = solver.law();
  const Mask holding = position.holdings[static_cast<unsigned>(position.turn)];
  const bool ours = side_of(position.turn) == 0;
  const int left = law.worth(position.held() | position.lying_cards) + law.terms().last_trick;
  Mask rest = law.legal(holding, position.trick, position.turn);
  int best = solver.value(position, highest(rest), left / 2);
  for (rest ^= highest(rest); rest != 0; rest ^= highest(rest)) {
    const Mask card = highest(rest);
    const bool better = ours ? solver.reaches(position, card, best + 1)
                             : !solver.reaches(position, card, best);
    if (better) best = solver.value(position, card, best);
  }
  return ours ? best : left - best;
}

// Calls `one` for each task with a solver under its law, on so many threads.
template <typename Result, typename One>
std::vector<Result> for_each(const std::vector<Task>& tasks, unsigned threads, One one) {
  std::vector<Result> solved(tasks.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size(); i = next++) {
      std::unique_ptr<Solver> solver = pool().take(tasks[i].terms);
      solved[i] = one(*solver, tasks[i]);
      pool().give_back(std::move(solver));
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < threads && i < tasks.size(); ++i) others.emplace_back(work);
  work();
  others.clear();
  return solved;
}

}  // namespace

std::vector<Values> solve_many(const std::vector<Task>& tasks, unsigned threads) {
  return for_each<Values>(tasks, threads, solve_with);
}

std::vector<int> force_many(const std::vector<Task>& tasks, unsigned threads) {
  return for_each<int>(tasks, threads, [](Solver& solver, const Task& task) {
    return force_with(solver, task.position);
  });
}

}  // namespace belote
