// The hand viewer: one hand, card by card.

import { make, signed } from "belote/dom";
import { SEATS, bid, inline, nameOf, trump } from "belote/cards";
import { costOf } from "belote/hands";
import { drawTable } from "belote/seats";

const KEYS = {
  ArrowRight: "card on", ArrowLeft: "card back", ArrowDown: "trick on", ArrowUp: "trick back",
  Home: "start", End: "end", n: "hand on", p: "hand back",
};

export class Viewer {
  /** `neighbour(hand, by)` returns the hand before or after one, as the list stands. */
  constructor(root, { neighbour }) {
    this.root = root;
    this.neighbour = neighbour;
    this.showValues = true;
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  show(hand, step = 0) {
    this.hand = hand;
    this.tricks = hand.tricks;
    this.plays = this.tricks.flatMap((trick) => trick.plays);
    this.solved = this.plays.some((play) => play.values);
    this.root.hidden = false;
    this.root.replaceChildren(
      this.heading(), this.controls(),
      make("div", { class: "board" }, this.table = make("div"), this.aside = make("div")));
    this.go(step);
  }

  go(step) {
    this.step = Math.max(0, Math.min(step, this.plays.length));
    this.table.replaceChildren(drawTable(this.hand, this.tricks, this.step, this.showValues));
    this.aside.replaceChildren(...[
      this.auction(), this.score(), this.trickList(), this.said(), this.end(),
    ].filter(Boolean));
    this.status.textContent = this.inWords();
    this.slider.value = this.step;
  }

  move(how) {
    const size = this.hand.seats;
    const [what, direction] = how.split(" ");
    const by = direction === "on" ? 1 : -1;
    if (what === "start") this.go(0);
    else if (what === "end") this.go(this.plays.length);
    else if (what === "card") this.go(this.step + by);
    else if (what === "trick") this.go(by > 0
      ? (Math.floor(this.step / size) + 1) * size : (Math.ceil(this.step / size) - 1) * size);
    else {
      const other = this.neighbour(this.hand, by);
      if (other) location.hash = other.place;
    }
  }

  onKey(event) {
    if (!this.hand || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, .scroll")) return;
    const { top, bottom } = this.root.getBoundingClientRect();
    const looked = this.root.contains(event.target) || (bottom > 0 && top < innerHeight);
    if (!(event.key in KEYS) || !looked) return;
    event.preventDefault();
    this.move(KEYS[event.key]);
  }

  // What stands above the table

  heading() {
    const { match, number, before, dealer, turned, heldBefore } = this.hand;
    return make("header", {},
      make("h3", { id: "hand-title", tabindex: "-1" },
        `${match.bots[0]} – ${match.bots[1]}, hand ${number}`),
      make("p", { class: "quiet" },
        `NS – EW; match `, make("a", { href: `#${this.hand.place}` }, this.hand.place),
        `; ${SEATS[dealer]} deals`, turned == null ? "" : [", turned up: ", inline(turned)],
        `; ${before[0]}–${before[1]} before`, heldBefore ? `, ${heldBefore} points wait` : "", "."));
  }

  controls() {
    const button = (how, label, sign) => make("button", {
      type: "button", "aria-label": label, title: `${label} (${keyOf(how)})`, onclick: () => this.move(how),
    }, sign);
    this.status = make("output", { "aria-live": "polite" });
    this.slider = make("input", {
      type: "range", min: 0, max: this.plays.length, value: 0, "aria-label": "Cards played",
      oninput: (event) => this.go(Number(event.target.value)),
    });
    return make("div", { class: "controls" },
      make("div", { class: "buttons", role: "group", "aria-label": "Through the hand" },
        button("start", "To the start", "|‹"), button("trick back", "Trick back", "«"),
        button("card back", "Card back", "‹"), button("card on", "Card on", "›"),
        button("trick on", "Trick on", "»"), button("end", "To the end", "›|")),
      this.slider,
      make("div", { class: "buttons", role: "group", "aria-label": "Other hands" },
        button("hand back", "Hand before", "Hand ‹"), button("hand on", "Hand after", "› Hand")),
      this.solved ? make("label", { class: "values" }, make("input", {
        type: "checkbox", checked: this.showValues,
        onchange: (event) => { this.showValues = event.target.checked; this.go(this.step); },
      }), " what cards are worth with all seen") : null,
      this.status);
  }

  inWords() {
    if (!this.plays.length) return this.hand.outcome === "passed" ? "Nobody took." : "No card was played.";
    if (!this.step) return `${SEATS[this.plays[0].seat]} leads.`;
    const play = this.plays[this.step - 1];
    const trick = this.tricks[Math.floor((this.step - 1) / this.hand.seats)];
    const told = `Trick ${trick.number + 1}: ${SEATS[play.seat]} plays the ${nameOf(play.card)}`;
    const whole = this.step % this.hand.seats === 0;
    return whole ? `${told}; ${SEATS[trick.winner]} wins.` : `${told}.`;
  }

  // What stands beside it

  auction() {
    const { bids, taker, trump: trumps, multiplier } = this.hand;
    return make("section", { class: "auction" }, make("h4", {}, "Auction"),
      bids.length ? make("ol", {}, bids.map(({ seat, bid: said }) =>
        make("li", {}, make("b", {}, SEATS[seat]), " ", bid(said)))) : make("p", { class: "quiet" }, "None."),
      taker == null ? null : make("p", {}, `${SEATS[taker]} takes: `, trump(trumps),
        multiplier > 1 ? `, times ${multiplier}` : "", "."));
  }

  said() {
    const said = this.plays.slice(0, this.step).flatMap((play) => play.said);
    return said.length ? make("section", {}, make("h4", {}, "Said"),
      make("ul", { class: "plain" }, said.map(({ seat, what }) =>
        make("li", {}, make("b", {}, SEATS[seat]), ` ${what}`)))) : null;
  }

  score() {
    const [ns, ew] = this.tricks[Math.floor(this.step / this.hand.seats) - 1]?.points ?? [0, 0];
    return make("section", { class: "score" }, make("h4", {}, "Card points"),
      make("p", { class: "points" }, make("span", {}, "NS ", make("b", { id: "points-ns" }, ns)),
        make("span", {}, "EW ", make("b", { id: "points-ew" }, ew))));
  }

  trickList() {
    if (!this.plays.length) return null;
    const seats = [...SEATS].slice(0, this.hand.seats);
    const head = ["Trick", ...seats, "NS", "EW"].map((text, place) => make("th", {
      scope: "col", class: place > this.hand.seats ? "number" : null,
    }, text));
    const rows = this.tricks.map(({ number, plays, winner, points }) => make("tr", {},
      make("th", { scope: "row" }, number + 1),
      seats.map((_, seat) => {
        const play = plays.find((each) => each.seat === seat);
        return make("td", {}, play ? this.jump(play, winner, play === plays[0]) : "");
      }),
      points.map((each) => make("td", { class: "number" }, each))));
    return make("section", { class: "tricks" }, make("h4", {}, "Tricks"),
      make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows)));
  }

  jump(play, winner, leads) {
    const cost = costOf(play);
    const now = play.number === this.step - 1;
    return make("button", {
      type: "button",
      class: `jump ${play.seat === winner ? "wins" : ""} ${leads ? "led" : ""}`,
      "aria-current": now ? "step" : null,
      "aria-label": [nameOf(play.card), leads && "led", play.seat === winner && "wins",
        cost && `cost ${cost}`].filter(Boolean).join(", "),
      onclick: () => this.go(play.number + 1),
    }, inline(play.card), cost ? make("small", { class: "cost" }, signed(-cost)) : null);
  }

  end() {
    const { outcome, written, heldAfter, why, faults } = this.hand;
    const done = this.step === this.plays.length;
    return make("section", { class: "end" },
      faults.map(({ seat, kind, message }) => make("p", { class: "fault" },
        make("b", {}, `Fault of ${SEATS[seat]}, ${kind}: `), message)),
      done ? [
        make("h4", {}, "Written"),
        make("p", { class: "points" }, make("span", {}, "NS ", make("b", { id: "written-ns" }, written[0])),
          make("span", {}, "EW ", make("b", { id: "written-ew" }, written[1])),
          make("span", {}, outcome, heldAfter ? `, ${heldAfter} wait` : "")),
        why.length ? make("ul", { class: "why" }, why.map((reason) => make("li", {}, reason))) : null,
        this.solved ? this.costs() : null,
      ] : null);
  }

  costs() {
    const costs = Array.from({ length: this.hand.seats }, (_, seat) => this.plays
      .filter((play) => play.seat === seat).reduce((sum, play) => sum + costOf(play), 0));
    return make("p", { class: "quiet" }, "With all cards seen, plays gave away ",
      costs.map((cost, seat) => `${SEATS[seat]} ${cost}`).join(", "), " card points.");
  }
}

const keyOf = (how) => Object.keys(KEYS).find((key) => KEYS[key] === how).replace("Arrow", "arrow ");
