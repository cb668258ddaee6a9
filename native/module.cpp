// The Python module: plain numbers, lists and tuples in and out; everything checked by the caller.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "deals.hpp"
#include "law.hpp"
#include "position.hpp"
#include "random.hpp"
#include "rollouts.hpp"
#include "solving.hpp"
#include "table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using belote::Mask;
using belote::Numbering;
using belote::Position;
using belote::PositionData;
using belote::Table;
using belote::Task;
using belote::TermsData;
using belote::Trick;

// a holding, the trick that it plays to, in the order played
using QuestionData = std::pair<Mask, std::vector<int>>;
// the legal cards of the holding, its points, the place in the trick, from 0, of the card that wins it
using VerdictData = std::tuple<Mask, int, int>;

std::vector<VerdictData> judge(const TermsData& terms, const std::vector<QuestionData>& questions) {
  const Table table(terms);
  std::vector<VerdictData> verdicts;
  verdicts.reserve(questions.size());
  for (const auto& [held, cards] : questions) {
    const Mask holding = table.numbering.inside(held);
    const Trick trick = table.trick(cards);
    const Mask legal = table.law.legal(holding, trick, static_cast<int>(cards.size()));
    verdicts.emplace_back(table.numbering.outside(legal), table.law.worth(holding), trick.winner);
  }
  return verdicts;
}

using ValuesData = std::vector<std::pair<int, int>>;

// By card as the world numbers them, lowest first.
ValuesData values_data(const belote::Values& values, const Numbering& numbering) {
  ValuesData data;
  for (const auto& [card, value] : values) {
    data.emplace_back(belote::index_of(numbering.outside(card)), value);
  }
  std::sort(data.begin(), data.end());
  return data;
}

// terms, position, what is wanted
using TaskData = std::tuple<TermsData, PositionData, std::optional<int>>;

std::vector<ValuesData> solve(const std::vector<TaskData>& tasks_data, unsigned threads) {
  const nb::gil_scoped_release release;
  std::vector<Task> tasks;
  std::vector<Numbering> numberings;
  for (const auto& [terms, position, wanted] : tasks_data) {
    const Table table(terms);
    tasks.push_back({table.law.terms(), table.position(position), wanted});
    numberings.push_back(table.numbering);
  }
  const auto solved = belote::solve_many(tasks, threads);
  std::vector<ValuesData> data;
  for (std::size_t i = 0; i < solved.size(); ++i) {
    data.push_back(values_data(solved[i], numberings[i]));
  }
  return data;
}

std::vector<Task> tasks_of(const std::vector<Position>& positions, const Table& table) {
  std::vector<Task> tasks;
  tasks.reserve(positions.size());
  for (const Position& position : positions) {
    tasks.push_back({table.law.terms(), position, std::nullopt});
  }
  return tasks;
}

// By legal card, a number for each world.
using ColumnsData = std::vector<std::pair<int, std::vector<int>>>;

ColumnsData solve_worlds(const TermsData& terms, const PositionData& data,
                         const std::vector<std::array<Mask, 4>>& worlds, unsigned threads) {
  const nb::gil_scoped_release release;
  const Table table(terms);
  ColumnsData columns;
  for (const auto& values :
       belote::solve_many(tasks_of(table.positions(data, worlds, true), table), threads)) {
    const ValuesData row = values_data(values, table.numbering);
    columns.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      columns[i].first = row[i].first;
      columns[i].second.push_back(row[i].second);
    }
  }
  return columns;
}

std::vector<int> force_worlds(const TermsData& terms, const PositionData& data,
                              const std::vector<std::array<Mask, 4>>& worlds, unsigned threads) {
  const nb::gil_scoped_release release;
  const Table table(terms);
  return belote::force_many(tasks_of(table.positions(data, worlds, false), table), threads);
}

// Calls `one` for each legal card of a position as the world numbers them, lowest first, with its
// number and with its mask inside.
template <typename One>
void each_legal(const Table& table, const Position& position, One one) {
  const Mask holding = position.holdings[static_cast<std::size_t>(position.turn)];
  Mask legal = table.numbering.outside(table.law.legal(holding, position.trick, position.turn));
  for (; legal != 0; legal &= legal - 1) {
    one(belote::index_of(legal), table.numbering.inside(belote::lowest(legal)));
  }
}

// card, sum of the points, sum of their squares
using TallyData = std::tuple<int, std::int64_t, std::int64_t>;

std::vector<TallyData> rollouts(const TermsData& terms, const PositionData& data, int won,
                                int capot, std::size_t count, std::uint64_t seed, bool sensible) {
  const nb::gil_scoped_release release;
  const Table table(terms);
  const Position position = table.position(data);
  const belote::Stakes stakes{belote::side_of(position.turn), won, capot};
  belote::Random seeds(seed);
  std::vector<TallyData> tallies;
  each_legal(table, position, [&](int number, Mask card) {
    const auto tally =
        belote::roll_out(table.law, position, card, stakes, count, seeds.bits(), sensible);
    tallies.emplace_back(number, tally.sum, tally.squares);
  });
  return tallies;
}

// By legal card and world, the sum of the points over so many random hands.
std::vector<std::pair<int, std::vector<std::int64_t>>> roll_worlds(
    const TermsData& terms, const PositionData& data,
    const std::vector<std::array<Mask, 4>>& worlds, int won, int capot, std::size_t count,
    std::uint64_t seed, bool sensible) {
  const nb::gil_scoped_release release;
  const Table table(terms);
  const std::vector<Position> positions = table.positions(data, worlds, true);
  std::vector<std::pair<int, std::vector<std::int64_t>>> columns;
  if (positions.empty()) return columns;
  const Position& first = positions.front();
  const belote::Stakes stakes{belote::side_of(first.turn), won, capot};
  belote::Random seeds(seed);
  each_legal(table, first, [&](int number, Mask card) {
    std::vector<std::int64_t>& column =
        columns.emplace_back(number, std::vector<std::int64_t>{}).second;
    for (const Position& position : positions) {
      column.push_back(
          belote::roll_out(table.law, position, card, stakes, count, seeds.bits(), sensible)
              .sum);
    }
  });
  return columns;
}

// What each seat cannot hold any more, by the cards played since a seat led the first trick.
std::array<Mask, 4> denied(const TermsData& terms, int leader, const std::vector<int>& plays) {
  const Table table(terms);
  std::array<Mask, 4> none{};
  Trick trick;
  int seat = table.numbering.seat(leader);
  int lying = 0;
  for (const int card : plays) {
    const Mask inside = table.numbering.inside(Mask{1} << card);
    const Mask never = table.law.denied(inside, trick, seat);
    none[static_cast<std::size_t>(table.numbering.seat(seat))] |= table.numbering.outside(never);
    table.law.play(inside, seat, trick);
    seat = belote::after(seat);
    if (++lying == 4) {
      seat = trick.winner;
      trick = {};
      lying = 0;
    }
  }
  return none;
}

// cards known, codes by suit and cards, runs said, whether there may be more
using ClaimData = std::tuple<Mask, nb::bytes, std::uint8_t, bool>;
// what each seat may hold, what it claims, what it does not hold together
using AccountData = std::tuple<std::array<Mask, 4>, std::vector<ClaimData>,
                               std::vector<std::pair<int, Mask>>>;

belote::Account account_of(const AccountData& data) {
  const auto& [may, claims, never] = data;
  belote::Account account{may, {}, never};
  for (std::size_t seat = 0; seat < claims.size(); ++seat) {
    const auto& [known, codes, said, at_least] = claims[seat];
    account.claims.at(seat) = {known, std::string(codes.c_str(), codes.size()), said, at_least};
  }
  return account;
}

using WorldData = std::tuple<Mask, Mask, Mask, Mask>;

std::vector<WorldData> sample(const std::array<Mask, 4>& known, Mask unseen,
                              const std::array<int, 4>& room,
                              const std::vector<AccountData>& data, std::size_t count,
                              std::uint64_t seed) {
  std::vector<belote::Account> accounts;
  for (const AccountData& one : data) accounts.push_back(account_of(one));
  const nb::gil_scoped_release release;
  std::vector<WorldData> worlds;
  worlds.reserve(count);
  for (const belote::World& drawn : belote::sample(unseen, room, accounts, count, seed)) {
    worlds.emplace_back(known[0] | drawn[0], known[1] | drawn[1], known[2] | drawn[2],
                        known[3] | drawn[3]);
  }
  return worlds;
}

bool runs_v3() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

}  // namespace

NB_MODULE(BELOTE_EXTENSION, module) {
  module.def("judge", &judge, "terms"_a, "questions"_a,
             "Return for each holding and trick the legal cards, the points held, and who wins.");
  module.def("solve", &solve, "tasks"_a, "threads"_a,
             "Return for each task its legal cards and their values to the side to play.");
  module.def("rollouts", &rollouts, "terms"_a, "position"_a, "won"_a, "capot"_a, "count"_a,
             "seed"_a, "sensible"_a,
             "Return by legal card the sums of points, and of their squares, over random hands.");
  module.def("solve_worlds", &solve_worlds, "terms"_a, "position"_a, "worlds"_a, "threads"_a,
             "Return by legal card its value to the side to play in each of several worlds.");
  module.def("force_worlds", &force_worlds, "terms"_a, "position"_a, "worlds"_a, "threads"_a,
             "Return what the side to play can force in each of several worlds.");
  module.def("roll_worlds", &roll_worlds, "terms"_a, "position"_a, "worlds"_a, "won"_a, "capot"_a,
             "count"_a, "seed"_a, "sensible"_a,
             "Return by legal card and world the sum of points over random hands.");
  module.def("denied", &denied, "terms"_a, "leader"_a, "plays"_a,
             "Return for each seat the cards that it cannot hold, having played as it did.");
  module.def("sample", &sample, "known"_a, "unseen"_a, "room"_a, "accounts"_a, "count"_a, "seed"_a,
             "Return deals drawn evenly from all that the accounts admit.");
  module.def("runs_v3", &runs_v3, "Say whether this machine runs x86-64-v3 instructions.");
}
