// The hands of the page: unpacked from what `packing.py` packed.

const CARDS = "0123456789abcdefghijklmnopqrstuv";
const SIDES = ["NS", "EW"];

/** Return all hands of the page, each with its match. */
export async function unpack(text, seats) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { matches, hands } = await new Response(stream).json();
  const tables = matches.map(([id, ns, ew, scoreNs, scoreEw, winner, endedBy, count, seated]) => ({
    id, bots: [ns, ew], score: [scoreNs, scoreEw], winner, endedBy, hands: count, seated,
  }));
  return hands.map((packed) => new Hand(packed, tables[packed.m], seats));
}

/** A hand as it was played. Seats and sides are numbers; so are cards. */
export class Hand {
  constructor(packed, match, seats) {
    this.match = match;
    this.seats = seats;
    this.number = packed.n;
    this.dealer = packed.d;
    this.turned = packed.t == null ? null : CARDS.indexOf(packed.t);
    [this.taker, this.trump, this.contract] = packed.c ?? [null, null, null];
    this.multiplier = packed.x ?? 1;
    this.bids = (packed.b ?? "").split(" ").filter(Boolean)
      .map((said) => ({ seat: Number(said[0]), bid: said.slice(1) }));
    this.outcome = packed.o;
    this.capot = packed.k == null ? null : SIDES[packed.k];
    this.before = packed.v.slice(0, 2);
    this.written = packed.v.slice(2);
    [this.heldBefore, this.heldAfter] = packed.e;
    this.why = packed.y ?? [];
    this.faults = (packed.f ?? []).map(([seat, kind, message]) => ({ seat, kind, message }));
    this.declared = (packed.a ?? []).some(([, , what]) => what !== "belote");
    this.packed = packed;
  }

  get place() { return `${this.match.id}/${this.number}`; }
  get swing() { return Math.abs(this.written[0] - this.written[1]); }
  bot(seat) { return this.match.seated[seat]; }
  botsOf(side) { return this.match.seated.filter((_, seat) => (seat & 1) === side); }

  /** The cards that each seat has at the start of play, by number. */
  get holdings() {
    const held = Array.from({ length: this.seats }, () => []);
    [...this.packed.h].forEach((seat, card) => seat !== "." && held[Number(seat)].push(card));
    return held;
  }

  /** The cards played: by whom, which might have been, what was said, what it was worth. */
  get plays() {
    const { p = "", s = "", l = "", a = [], z = [] } = this.packed;
    const held = this.holdings;
    const digits = 8 / this.seats;
    return [...p].map((letter, number) => {
      const seat = Number(s[number]);
      const mask = parseInt(l.slice(number * digits, (number + 1) * digits), 16);
      return {
        number, seat,
        card: CARDS.indexOf(letter),
        legal: held[seat].filter((_, place) => mask >> place & 1),
        said: a.filter(([with_]) => with_ === number).map(([, by, what]) => ({ seat: by, what })),
        values: z[number] && new Map(
          Object.entries(z[number]).map(([each, value]) => [CARDS.indexOf(each), value])),
      };
    });
  }

  /** The tricks: the plays of each, who won it, and the points of both sides after it. */
  get tricks() {
    const { w = "", r = [] } = this.packed;
    const plays = this.plays;
    return Array.from({ length: Math.ceil(plays.length / this.seats) }, (_, number) => ({
      number,
      plays: plays.slice(number * this.seats, (number + 1) * this.seats),
      winner: number < w.length ? Number(w[number]) : null,
      points: r.slice(2 * number, 2 * number + 2),
    }));
  }
}

/** Return what a play gave away, held against the best with all cards seen; null if unknown. */
export const costOf = ({ card, values }) =>
  values ? Math.max(...values.values()) - values.get(card) : null;
