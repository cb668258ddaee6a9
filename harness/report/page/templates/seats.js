// The table: what each seat holds after so many cards, and the trick that lies there.

import { make } from "belote/dom";
import { SEATS, byStrength, face, nameOf, rankOf, suit, suitOf } from "belote/cards";

const PLACES = { 4: ["north", "east", "south", "west"], 2: ["north", "south"] };

/** Return the table as it stands before card number `step` of a hand. */
export function drawTable(hand, tricks, step, values) {
  const plays = tricks.flatMap((trick) => trick.plays);
  const next = plays[step];
  const gone = new Set(plays.slice(0, step).map((play) => play.card));
  const lying = trickOnTable(tricks, step, hand.seats);
  const held = hand.holdings.map((cards, seat) =>
    drawSeat(hand, seat, cards, { gone, next, values }));
  return make("div", { class: `felt seats-${hand.seats}` }, held, drawTrick(hand, lying));
}

/** Return the trick that lies there: the last one stays until the next card. */
function trickOnTable(tricks, step, size) {
  if (step === 0) return { plays: [], winner: null };
  const number = Math.floor((step - 1) / size);
  const trick = tricks[number];
  const plays = trick.plays.slice(0, step - number * size);
  return { plays, winner: plays.length === size ? trick.winner : null };
}

function drawSeat(hand, seat, cards, { gone, next, values }) {
  const turn = next?.seat === seat;
  const legal = new Set(turn ? next.legal : []);
  const ordered = [...cards].sort(byStrength(hand.trump));
  const lines = [..."SHDC"].map((letter) => {
    const own = ordered.filter((card) => suitOf(card) === letter);
    return make("li", {}, suit(letter), own.length
      ? own.map((card) => drawHeld(card, { gone, turn, legal, next, values }))
      : make("span", { class: "quiet" }, "–"));
  });
  const role = [seat === hand.dealer && "deals", seat === hand.taker && "takes"].filter(Boolean);
  return make("section", {
    class: `seat ${PLACES[hand.seats][seat]} ${turn ? "turn" : ""}`,
    "aria-label": `${SEATS[seat]}, ${hand.bot(seat)}`,
  },
  make("h4", {}, make("b", {}, SEATS[seat]), ` ${hand.bot(seat)}`,
    role.length ? make("span", { class: "quiet" }, ` ${role.join(", ")}`) : null),
  make("ul", { class: "holding" }, lines));
}

/** Return a card in a holding: played already, to be played next, or not allowed now. */
function drawHeld(card, { gone, turn, legal, next, values }) {
  const state = gone.has(card) ? "gone" : !turn ? ""
    : card === next.card ? "next" : legal.has(card) ? "legal" : "barred";
  const words = { gone: "played", next: "played next", legal: "legal", barred: "not allowed" };
  const value = turn && !gone.has(card) && values ? next.values?.get(card) : null;
  return make("span", {
    class: `held ${suitOf(card)} ${state}`,
    title: words[state] ? `${nameOf(card)}: ${words[state]}` : null,
  }, rankOf(card), value == null ? null : make("small", { title: "worth with all cards seen" }, value));
}

function drawTrick(hand, { plays, winner }) {
  const names = PLACES[hand.seats];
  return make("div", { class: "trick" }, plays.map(({ seat, card }, place) =>
    face(card, { class: `${names[seat]} ${seat === winner ? "wins" : ""} ${place ? "" : "led"}` })));
}
