// Which moves to look at first: a guess at what a card brings. The weights were found by trial, as
// those with which a hundred deals were solved in the fewest steps.
//
// Nothing here changes a value, only how soon it is found.

#pragma once

#include <algorithm>
#include <array>

#include "law.hpp"

namespace belote {

// Up to eight moves, best first.
class Moves {
 public:
  void add(int score, Mask card) {
    std::size_t place = size_++;
    for (; place > 0 && scores_[place - 1] < score; --place) {
      scores_[place] = scores_[place - 1];
      cards_[place] = cards_[place - 1];
    }
    scores_[place] = score;
    cards_[place] = card;
  }

  [[nodiscard]] const Mask* begin() const { return cards_.data(); }
  [[nodiscard]] const Mask* end() const { return cards_.data() + size_; }

 private:
  std::array<int, 8> scores_;
  std::array<Mask, 8> cards_;
  std::size_t size_ = 0;
};

// Scores the cards that may be led.
class LeadScores {
 public:
  LeadScores(const Law& law, const Holdings& holdings, int leader)
      : law_(law),
        trumps_(law.trumps()),
        mine_(holdings[static_cast<unsigned>(leader)]),
        partner_(holdings[static_cast<unsigned>(partner_of(leader))]),
        next_(holdings[static_cast<unsigned>(after(leader))]),
        last_(holdings[static_cast<unsigned>(after(partner_of(leader)))]),
        drawn_(((next_ | last_) & trumps_) == 0) {}

  [[nodiscard]] int operator()(Mask card) const {
    const Mask suit = suit_of(card);
    const Mask beating = std::max(next_ & suit, last_ & suit);
    const Mask partners = partner_ & suit;
    const int points = law_.points(card);
    int score = -4 * count(mine_ & suit);
    if (ruffs(next_, suit) || ruffs(last_, suit)) {
      score -= 7 * points + 15;
    } else if (card > beating || partners > beating) {
      score += 2 * points;
    } else if (suit != trumps_ && ruffs(partner_, suit)) {
      score += 2 * points + 45;
    } else {
      score -= 7 * points;
    }
    if (suit == trumps_) {
      if (drawn_) score -= 90;
    } else if ((mine_ & (suit | trumps_)) == card) {
      score += 4;
    }
    return score;
  }

 private:
  [[nodiscard]] bool ruffs(Mask holding, Mask suit) const {
    return (holding & suit) == 0 && (holding & trumps_) != 0;
  }

  const Law& law_;
  Mask trumps_;
  Mask mine_;
  Mask partner_;
  Mask next_;
  Mask last_;
  bool drawn_;  // whether the other side is out of trumps
};

// Scores the cards that may be played to a trick in which kPlace cards lie.
template <int kPlace>
class AnswerScores {
 public:
  AnswerScores(const Law& law, const Holdings& holdings, int seat, const Trick& trick)
      : law_(law),
        trick_(trick),
        mine_(holdings[static_cast<unsigned>(seat)]),
        partner_wins_(kPlace > 1 && trick.winner == partner_of(seat)) {
    if (kPlace < 3) threat_ = strongest(holdings[static_cast<unsigned>(after(seat))]);
    if (kPlace < 2) help_ = strongest(holdings[static_cast<unsigned>(partner_of(seat))]);
  }

  [[nodiscard]] int operator()(Mask card) const {
    const bool beats = law_.beats(card, trick_);
    const bool ruffs = (card & law_.trumps()) != 0 && (card & trick_.led) == 0;
    const int points = law_.points(card);
    if constexpr (kPlace == 3) {
      int score = beats || partner_wins_ ? points : -3 * points;
      if (beats) score += partner_wins_ ? -6 : 20;
      return ruffs ? score - 15 : score;
    }
    const Mask best = beats ? card : trick_.best;
    const bool wins = ((beats || partner_wins_) && threat_ <= best) ||
                      (kPlace == 1 && help_ > std::max(best, threat_));
    const Mask suit = suit_of(card);
    int score = wins ? 20 + (3 - kPlace) * points : -3 * points;
    if (beats) score += wins ? 4 : kPlace == 1 ? 40 : 4;
    if (ruffs) score -= kPlace == 1 ? 6 : 15;
    if (suit != trick_.led && (mine_ & suit) == card) score += 2;
    return score;
  }

 private:
  // The best card that a seat still to play could put on the trick.
  [[nodiscard]] Mask strongest(Mask holding) const {
    const Mask following = holding & trick_.led;
    return highest(following != 0 ? following : holding & law_.trumps());
  }

  const Law& law_;
  const Trick& trick_;
  Mask mine_;
  bool partner_wins_;
  Mask threat_ = 0;
  Mask help_ = 0;
};

}  // namespace belote
