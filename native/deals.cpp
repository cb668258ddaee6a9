#include "deals.hpp"

#include <algorithm>
#include <optional>

#include "random.hpp"

namespace belote {
namespace {

// In how many orders cards can go to the seats, so many to each. At most 24 cards go to others
// than the seat that asks, or 26 before a take, so that 64 bits hold it.
std::uint64_t orders(const std::array<int, 4>& taken) {
  std::uint64_t product = 1;
  std::uint64_t placed = 0;
  for (const int number : taken) {
    for (int i = 1; i <= number; ++i) product = product * ++placed / static_cast<unsigned>(i);
  }
  return product;
}

// Deals out cards in the order of that number.
void deal_out(Mask cards, std::array<int, 4> taken, std::uint64_t number, World& world) {
  std::uint64_t size = orders(taken);
  auto left = static_cast<std::uint64_t>(count(cards));
  for (; cards != 0; cards &= cards - 1, --left) {
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const std::uint64_t part = size * static_cast<unsigned>(taken[seat]) / left;
      if (number < part) {
        world[seat] |= lowest(cards);
        --taken[seat];
        size = part;
        break;
      }
      number -= part;
    }
  }
}

// The runs still to be accounted for after those of `code`, if that is possible.
std::optional<std::uint8_t> after_runs(std::uint8_t unsaid, std::uint8_t code, bool at_least) {
  std::uint8_t left = 0;
  for (int shift = 0; shift < 6; shift += 3) {
    const int before = unsaid >> shift & 7;
    const int here = code >> shift & 7;
    if (here > before && !at_least) return std::nullopt;
    left = static_cast<std::uint8_t>(left | std::max(0, before - here) << shift);
  }
  return left;
}

}  // namespace

bool Account::forbids(const World& world) const {
  return std::any_of(never.begin(), never.end(), [&](const auto& forbidden) {
    const auto& [seat, cards] = forbidden;
    return (world[static_cast<std::size_t>(seat)] & cards) == cards;
  });
}

bool Account::admits(const World& world) const {
  for (std::size_t seat = 0; seat < 4; ++seat) {
    if ((world[seat] & ~may[seat]) != 0) return false;
    const Claim& claim = claims[seat];
    std::uint8_t unsaid = claim.said;
    for (unsigned suit = 0; suit < 4 && !claim.codes.empty(); ++suit) {
      const std::uint8_t code = claim.code(suit, world[seat]);
      if (code == Claim::kImpossible) return false;
      const auto left = after_runs(unsaid, code, claim.at_least);
      if (!left) return false;
      unsaid = *left;
    }
    if (unsaid != 0) return false;
  }
  return !forbids(world);
}

std::uint64_t Deals::State::packed() const {
  std::uint64_t packed = 0;
  for (std::size_t seat = 0; seat < 4; ++seat) {
    packed = packed << 12 | static_cast<std::uint64_t>(room[seat]) << 6 | unsaid[seat];
  }
  return packed;
}

Deals::Deals(Mask unseen, const std::array<int, 4>& room, const Account& account) {
  const auto& claims = account.claims;
  const bool claimed = std::any_of(claims.begin(), claims.end(),
                                   [](const Claim& claim) { return !claim.codes.empty(); });
  claimed ? add_suits(unseen, room, account) : add_groups(unseen, room, account);
  found_.resize(blocks_.size());
  nodes_.push_back({1, {}});
  State start{room, {}};
  for (std::size_t seat = 0; seat < 4; ++seat) start.unsaid[seat] = claims[seat].said;
  root_ = node(0, start, account);
}

// A block for all cards that the same seats may hold: only their number matters.
void Deals::add_groups(Mask unseen, const std::array<int, 4>& room, const Account& account) {
  for (unsigned seats = 0; seats < 16; ++seats) {
    Mask cards = unseen;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      cards &= (seats >> seat & 1) != 0 ? account.may[seat] : ~account.may[seat];
    }
    if (cards == 0) continue;
    Block& block = blocks_.emplace_back();
    block.cards = cards;
    const auto most = [&](std::size_t seat) { return (seats >> seat & 1) != 0 ? room[seat] : 0; };
    const int total = count(cards);
    for (int north = 0; north <= most(0); ++north) {
      for (int east = 0; east <= most(1); ++east) {
        for (int south = 0; south <= most(2); ++south) {
          const int west = total - north - east - south;
          if (west < 0 || west > most(3)) continue;
          const std::array<int, 4> taken = {north, east, south, west};
          block.outcomes.push_back({taken, {}, orders(taken), {}});
        }
      }
    }
  }
}

// A block for each suit, since runs lie in one: every way to deal its cards is looked at.
void Deals::add_suits(Mask unseen, const std::array<int, 4>& room, const Account& account) {
  for (unsigned suit = 0; suit < 4; ++suit) {
    Block& block = blocks_.emplace_back();
    block.cards = unseen & suit_mask(suit);
    std::unordered_map<std::uint64_t, std::size_t> places;
    World way{};

    const auto add = [&] {
      State state{};
      for (std::size_t seat = 0; seat < 4; ++seat) {
        const Claim& claim = account.claims[seat];
        state.room[seat] = count(way[seat]);
        state.unsaid[seat] = claim.codes.empty() ? 0 : claim.code(suit, way[seat]);
        if (state.unsaid[seat] == Claim::kImpossible) return;
      }
      const auto [place, fresh] = places.try_emplace(state.packed(), block.outcomes.size());
      if (fresh) block.outcomes.push_back({state.room, state.unsaid, 0, {}});
      Outcome& outcome = block.outcomes[place->second];
      ++outcome.size;
      outcome.ways.push_back(way);
    };
    const auto deal = [&](const auto& self, Mask cards) -> void {
      if (cards == 0) return add();
      for (std::size_t seat = 0; seat < 4; ++seat) {
        const Mask card = lowest(cards);
        if ((account.may[seat] & card) == 0 || count(way[seat]) == room[seat]) continue;
        way[seat] |= card;
        self(self, cards ^ card);
        way[seat] ^= card;
      }
    };
    deal(deal, block.cards);
  }
}

std::size_t Deals::node(std::size_t block, const State& state, const Account& account) {
  Node here;
  if (block == blocks_.size()) {
    if (state.packed() == 0) return 0;
    nodes_.push_back(here);
    return nodes_.size() - 1;
  }
  if (const auto found = found_[block].find(state.packed()); found != found_[block].end()) {
    return found->second;
  }
  for (const Outcome& outcome : blocks_[block].outcomes) {
    State rest = state;
    bool fits = true;
    for (std::size_t seat = 0; seat < 4 && fits; ++seat) {
      rest.room[seat] -= outcome.taken[seat];
      const auto left = after_runs(state.unsaid[seat], outcome.codes[seat],
                                   account.claims[seat].at_least);
      fits = rest.room[seat] >= 0 && left.has_value();
      rest.unsaid[seat] = left.value_or(0);
    }
    if (!fits) continue;
    const std::size_t next = node(block + 1, rest, account);
    const std::uint64_t step = nodes_[next].size;
    if (step == 0) continue;
    here.size += step * outcome.size;
    here.edges.push_back({here.size, step, &outcome, next});
  }
  nodes_.push_back(std::move(here));
  return found_[block][state.packed()] = nodes_.size() - 1;
}

World Deals::at(std::uint64_t number) const {
  World world{};
  const Node* here = &nodes_[root_];
  for (const Block& block : blocks_) {
    const auto edge = std::upper_bound(
        here->edges.begin(), here->edges.end(), number,
        [](std::uint64_t wanted, const Edge& one) { return wanted < one.until; });
    number -= edge->until - edge->step * edge->outcome->size;
    const std::uint64_t way = number / edge->step;
    number %= edge->step;
    if (edge->outcome->ways.empty()) {
      deal_out(block.cards, edge->outcome->taken, way, world);
    } else {
      for (std::size_t seat = 0; seat < 4; ++seat) world[seat] |= edge->outcome->ways[way][seat];
    }
    here = &nodes_[edge->next];
  }
  return world;
}

namespace {

constexpr std::size_t kPatience = 1000;     // forbidden deals in a row before all are looked at
constexpr std::uint64_t kListed = 1U << 20;  // how many are looked at then, at most

// The accounts' deals, numbered one account after another. One that several accounts admit is the
// first one's, and forbidden to the others.
class AllDeals {
 public:
  AllDeals(Mask unseen, const std::array<int, 4>& room, const std::vector<Account>& accounts)
      : accounts_(accounts) {
    for (const Account& account : accounts) {
      deals_.emplace_back(unseen, room, account);
      size_ += deals_.back().size();
    }
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }

  // The deal of that number, unless it is forbidden.
  [[nodiscard]] std::optional<World> at(std::uint64_t number) const {
    std::size_t place = 0;
    while (number >= deals_[place].size()) number -= deals_[place++].size();
    const World world = deals_[place].at(number);
    const auto own = accounts_.begin() + static_cast<std::ptrdiff_t>(place);
    const auto admits = [&](const Account& account) { return account.admits(world); };
    if (own->forbids(world) || std::any_of(accounts_.begin(), own, admits)) return std::nullopt;
    return world;
  }

 private:
  const std::vector<Account>& accounts_;
  std::vector<Deals> deals_;
  std::uint64_t size_ = 0;
};

std::vector<World> list(const AllDeals& deals) {
  std::vector<World> admitted;
  for (std::uint64_t number = 0; number < deals.size(); ++number) {
    if (const auto world = deals.at(number)) admitted.push_back(*world);
  }
  return admitted;
}

}  // namespace

std::vector<World> sample(Mask unseen, const std::array<int, 4>& room,
                          const std::vector<Account>& accounts, std::size_t count,
                          std::uint64_t seed) {
  const AllDeals deals(unseen, room, accounts);
  std::vector<World> drawn;
  if (deals.size() == 0) return drawn;
  drawn.reserve(count);
  Random random(seed);
  for (std::size_t misses = 0; drawn.size() < count && misses < kPatience;) {
    if (const auto world = deals.at(random.below(deals.size()))) {
      drawn.push_back(*world);
      misses = 0;
    } else {
      ++misses;
    }
  }
  if (drawn.size() == count || deals.size() > kListed) return drawn;
  const std::vector<World> admitted = list(deals);
  while (drawn.size() < count && !admitted.empty()) {
    drawn.push_back(admitted[random.below(admitted.size())]);
  }
  return drawn;
}

}  // namespace belote
