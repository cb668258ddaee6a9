// Finding hands: the form above the list, and the list.

import { make } from "belote/dom";
import { SEATS, bid, trump } from "belote/cards";
import { sortable } from "belote/tables";

const AT_ONCE = 12;
const ONLY = {
  fault: (hand) => hand.faults.length > 0,
  capot: (hand) => hand.capot != null,
  doubled: (hand) => hand.multiplier > 1,
  declared: (hand) => hand.declared,
};
const COLUMNS = ["Hand", "NS", "EW", "Contract", "Outcome", "NS wrote", "EW wrote", "Swing"];
const NUMBERS = new Set(COLUMNS.slice(-3));

export class Search {
  constructor(form, list, hands) {
    this.form = form;
    this.list = list;
    this.hands = [...hands].sort((one, other) =>
      other.faults.length - one.faults.length || other.swing - one.swing);
    for (const outcome of new Set(hands.map((hand) => hand.outcome)))
      form.outcome.append(make("option", {}, outcome));
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => this.find());
    form.addEventListener("reset", () => setTimeout(() => this.find()));
    this.find();
  }

  find() {
    const wanted = Object.fromEntries(new FormData(this.form));
    this.found = this.hands.filter((hand) => fits(hand, wanted));
    this.shown = AT_ONCE;
    this.draw();
  }

  /** Return the hand before (-1) or after (1) one in the list, which need not be in it. */
  neighbour(hand, by) {
    const place = this.found.indexOf(hand);
    return place < 0 ? this.found[0] : this.found[place + by];
  }

  draw() {
    const rows = this.found.slice(0, this.shown).map(drawRow);
    const count = this.found.length;
    const table = make("table", { class: "sortable" },
      make("caption", {}, count === 1 ? "1 hand" : `${count.toLocaleString("en")} hands`),
      make("thead", {}, make("tr", {}, COLUMNS.map((name) => make("th", {
        scope: "col", class: NUMBERS.has(name) ? "number" : null,
      }, make("button", { type: "button" }, name))))),
      make("tbody", {}, rows));
    const more = count > this.shown ? make("button", {
      type: "button", class: "more", onclick: () => { this.shown += 100; this.draw(); },
    }, `Show ${Math.min(100, count - this.shown)} more`) : null;
    this.list.replaceChildren(
      make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Hands found" }, table),
      ...(more ? [more] : []));
    sortable(table);
  }
}

function fits(hand, { bot, role, outcome, only, least, match }) {
  const sides = [0, 1].filter((side) => !bot || hand.botsOf(side).includes(bot));
  const seated = sides.filter((side) => !role || plays(hand, side, bot, role));
  return seated.some((side) => hand.written[side] >= Number(least || 0))
    && (!outcome || hand.outcome === outcome)
    && (!only || ONLY[only](hand))
    && (!match || hand.match.id.startsWith(match.trim()));
}

/** Whether a side took the hand, by that very bot where one is meant, or defended it. */
function plays(hand, side, bot, role) {
  if (hand.taker == null) return false;
  const took = (hand.taker & 1) === side;
  return role === "taker" ? took && (!bot || hand.bot(hand.taker) === bot) : !took;
}

function drawRow(hand) {
  const { taker, trump: trumps, contract, multiplier, written, faults } = hand;
  const what = taker == null ? "–" : [`${SEATS[taker]} `,
    contract === "take" ? trump(trumps) : bid(contract), multiplier > 1 ? ` ×${multiplier}` : ""];
  return make("tr", {},
    make("th", { scope: "row" }, make("a", { href: `#${hand.place}`, class: "hand" }, hand.place)),
    hand.match.bots.map((bot) => make("td", {}, bot)),
    make("td", {}, what),
    make("td", {}, faults.length ? "fault" : hand.capot ? `${hand.outcome}, capot` : hand.outcome),
    [...written, hand.swing].map((points) => make("td", { class: "number" }, points)));
}
