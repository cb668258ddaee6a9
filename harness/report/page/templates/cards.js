// Cards, suits and bids as they are drawn.

import { make } from "belote/dom";

export const SEATS = "NESW";
const SUITS = "SHDC";
const RANKS = ["7", "8", "9", "J", "Q", "K", "10", "A"];
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const TRUMP_NAMES = { NT: "no trumps", AT: "all trumps" };
const SPOKEN = { generale: "générale", contree: "contrée" };
const PLAIN = "01234567";
const TRUMP = "01456723"; // 7 8 Q K 10 A 9 J

/** Return a suit's symbol, coloured, and read out by its name. */
export function suit(letter) {
  const symbol = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  symbol.setAttribute("class", `suit ${letter}`);
  symbol.setAttribute("role", "img");
  symbol.setAttribute("aria-label", SUIT_NAMES[letter]);
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#suit-${letter}`);
  symbol.append(use);
  return symbol;
}

/** Return a trump: a suit's symbol, or its name. */
export const trump = (name) => TRUMP_NAMES[name] ?? suit(name);

export const suitOf = (card) => SUITS[card >> 3];
export const rankOf = (card) => RANKS[card & 7];
export const nameOf = (card) => `${rankOf(card)} of ${SUIT_NAMES[suitOf(card)]}`;

/** Return a card within a line of text. */
export const inline = (card) => make("span", { class: "card-name" }, rankOf(card), suit(suitOf(card)));

/** Return a card as it lies on the table. */
export const face = (card, attributes = {}) =>
  make("span", { ...attributes, class: `card ${suitOf(card)} ${attributes.class ?? ""}` },
    make("span", { class: "rank" }, rankOf(card)), suit(suitOf(card)));

/** Return a bid as it is said: `100` and a symbol, `capot`, `take`. */
export function bid(text) {
  const named = /^(\d+|capot|generale)?(S|H|D|C|NT|AT)$/.exec(text);
  if (!named) return make("span", { class: text === "pass" ? "quiet" : null }, SPOKEN[text] ?? text);
  const [, what, of] = named;
  return make("span", { class: "card-name" }, what ? `${SPOKEN[what] ?? what} ` : "", trump(of));
}

/** Return a function that orders cards as they are held: by suit, the strongest first. */
export function byStrength(trumps) {
  const height = (card) => {
    const isTrump = trumps === "AT" || trumps === suitOf(card);
    return (isTrump ? TRUMP : PLAIN).indexOf(String(card & 7));
  };
  return (one, other) => (one >> 3) - (other >> 3) || height(other) - height(one);
}
