// Every way in which unseen cards can lie, numbered: to draw a number is to draw a deal.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bits.hpp"

namespace belote {

// Cards and seats as the world numbers them.
using World = std::array<Mask, 4>;

// What a seat has said of the runs in the cards it was dealt. A run said is of one of two kinds; a
// code counts how many there are of each, in three bits, the highest of them always free.
struct Claim {
  static constexpr std::uint8_t kImpossible = 0xFF;

  Mask known = 0;         // cards it was dealt that are not among the unseen ones
  std::string codes;      // by suit and the cards of it, as 8 bits: the runs there; empty: no claim
  std::uint8_t said = 0;  // how many runs of each kind it has, or at least has
  bool at_least = false;

  [[nodiscard]] std::uint8_t code(unsigned suit, Mask cards) const {
    return static_cast<std::uint8_t>(codes[256 * suit + ((cards | known) >> 8 * suit & 0xFF)]);
  }
};

// One account of what is known.
struct Account {
  std::array<Mask, 4> may{};  // by seat, the unseen cards that it may hold
  std::array<Claim, 4> claims{};
  // Cards that a seat does not hold all together.
  std::vector<std::pair<int, Mask>> never;

  [[nodiscard]] bool forbids(const World& world) const;
  [[nodiscard]] bool admits(const World& world) const;
};

// The deals of an account, but for what `never` forbids, numbered from 0 to size() - 1.
class Deals {
 public:
  // `room`: by seat, how many of the unseen cards it holds; together all of them.
  Deals(Mask unseen, const std::array<int, 4>& room, const Account& account);
  Deals(Deals&&) = default;  // edges point into the blocks, which stay where they are

  [[nodiscard]] std::uint64_t size() const { return nodes_[root_].size; }
  [[nodiscard]] World at(std::uint64_t number) const;

 private:
  // Cards are dealt block by block. An outcome of a block is what it leaves to the later ones:
  // how many cards went to each seat, and which runs are accounted for by them.
  struct Outcome {
    std::array<int, 4> taken{};
    std::array<std::uint8_t, 4> codes{};
    std::uint64_t size = 0;   // how many ways lead to it
    std::vector<World> ways;  // card by card; none kept where they are all orders of `taken`
  };
  struct Block {
    Mask cards = 0;
    std::vector<Outcome> outcomes;
  };
  // What the blocks from one on must fulfil.
  struct State {
    std::array<int, 4> room;
    std::array<std::uint8_t, 4> unsaid;
    [[nodiscard]] std::uint64_t packed() const;
  };
  struct Edge {
    std::uint64_t until;  // numbers below it take this edge or one before
    std::uint64_t step;   // how many deals go on from each way of the outcome
    const Outcome* outcome;
    std::size_t next;
  };
  struct Node {
    std::uint64_t size = 0;
    std::vector<Edge> edges;
  };

  void add_groups(Mask unseen, const std::array<int, 4>& room, const Account& account);
  void add_suits(Mask unseen, const std::array<int, 4>& room, const Account& account);
  std::size_t node(std::size_t block, const State& state, const Account& account);

  std::vector<Block> blocks_;
  std::vector<Node> nodes_;  // the first is where every deal ends
  std::vector<std::unordered_map<std::uint64_t, std::size_t>> found_;  // by block and state
  std::size_t root_ = 0;
};

// Draws deals, each of those that some account admits as likely as the others. None where there is
// none, or where too many are forbidden to find one.
std::vector<World> sample(Mask unseen, const std::array<int, 4>& room,
                          const std::vector<Account>& accounts, std::size_t count,
                          std::uint64_t seed);

}  // namespace belote
