// The charts, by Observable Plot; colours are those of the style sheet, so that both schemes work.

/* global Plot, d3 */

const COLOURS = 8;
const BANDS = 8; // beyond so many, intervals hide each other
const colour = (place) => `var(--c${place % COLOURS})`;
const ink = {
  marginBottom: 44, style: { background: "transparent", fontFamily: "inherit", fontSize: "12px", overflow: "visible" } };
const elo = (value) => (value > 0 ? "+" : "") + Math.round(value).toString().replace("-", "−");
const LETTER = 7; // pixels, about

/** Return how much room the names of bots get beside a chart, and what shortens them to it. */
function labels(names, width) {
  const longest = Math.max(4, ...names.map((name) => [...name].length));
  const room = Math.min(16 + LETTER * longest, Math.max(90, Math.min(200, 0.3 * width)));
  const most = Math.floor((room - 16) / LETTER);
  return { room, text: (name) => {
    const letters = [...name];
    return letters.length > most ? `${letters.slice(0, most - 1).join("").trimEnd()}…` : name;
  } };
}

/** Draw every chart whose place is in the page, and again when the page's width changes. */
export function drawCharts({ charted, ...figures }) {
  const best = figures.standings.slice(0, charted);
  const everybody = [best.map((row) => row.bot)];
  const apart = d3.groups(best, (row) => row.section).map(([, rows]) => rows.map((row) => row.bot));
  const charts = {
    standings: [standings, apart], progress: [progress, apart], // who never met has no common 0
    test: [test, everybody], scores: [scores, everybody], contracts: [contracts, everybody], thinking: [thinking, everybody],
  };
  for (const [name, [draw, parts]] of Object.entries(charts)) {
    const place = document.getElementById(`chart-${name}`);
    if (!place) continue;
    let last = 0;
    new ResizeObserver(([{ contentRect: { width } }]) => {
      if (Math.abs(width - last) < 2) return;
      last = width;
      place.replaceChildren(...parts.map((bots) => draw(only(figures, bots), bots, Math.max(280, width))));
    }).observe(place);
  }
}

/** Return figures of which the lists tell of some bots alone; of all where none is named. */
function only(figures, bots) {
  const shown = new Set(bots);
  return Object.fromEntries(Object.entries(figures).map(([name, rows]) =>
    [name, Array.isArray(rows) && bots.length ? rows.filter((row) => shown.has(row.bot)) : rows]));
}

function standings({ standings: rows }, bots, width) {
  const ends = [...rows.flatMap((row) => [row.lower, row.upper, row.elo])].filter(Number.isFinite);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const bounded = rows.map((row) => ({ ...row, from: row.lower ?? low, to: row.upper ?? high }));
  const { room, text } = labels(bots, width);
  return Plot.plot({
    ...ink, width, height: 62 + 26 * rows.length,
    marginLeft: room, marginRight: 24,
    ariaLabel: "Elo of each bot with its interval",
    x: { labelOffset: 38, label: "Elo", grid: true, tickFormat: elo, ticks: Math.max(3, Math.floor(width / 100)) },
    y: { label: null, domain: bots, tickSize: 0, tickFormat: text },
    marks: [
      Plot.ruleX([0], { stroke: "var(--muted)" }),
      Plot.ruleY(bounded, { y: "bot", x1: "from", x2: "to", stroke: "var(--ink)", strokeWidth: 2 }),
      Plot.dot(rows, {
        y: "bot", x: "elo", r: 5, fill: "var(--accent)", stroke: "var(--paper)", strokeWidth: 1.5,
        tip: true, title: (row) => `${row.bot}: ${elo(row.elo)}`
          + (row.lower == null ? "" : `\nfrom ${elo(row.lower)}`) + (row.upper == null ? "" : `\nto ${elo(row.upper)}`),
      }),
    ],
  });
}

function progress({ progress: rows, standings: last }, bots, width) {
  const place = new Map(bots.map((bot, number) => [bot, number]));
  const line = { x: "pairs", z: "bot" };
  const hue = (row) => colour(place.get(row.bot));
  const { room, text } = labels(bots, width);
  const [first, most] = d3.extent(rows, (row) => row.pairs);
  const ticks = d3.ticks(first, most, Math.max(3, Math.floor(width / 120))).filter(Number.isInteger);
  return Plot.plot({
    ...ink, width, height: Math.min(420, 220 + 20 * bots.length),
    marginLeft: 48, marginRight: room,
    ariaLabel: "Elo of each bot as pairs came in",
    x: { labelOffset: 38, label: "Pairs of each two", ticks, tickFormat: ",d" },
    y: { label: "Elo", grid: true, tickFormat: elo },
    marks: [
      bots.length > BANDS ? null : Plot.areaY(rows.filter((row) => row.lower != null && row.upper != null),
        { ...line, y1: "lower", y2: "upper", fill: hue, fillOpacity: 0.14 }),
      Plot.lineY(rows, { ...line, y: "elo", stroke: hue, strokeWidth: 2 }),
      Plot.text(spread(rows.filter((row) => row.pairs === rows.at(-1)?.pairs)), {
        x: "pairs", y: "at", text: (row) => text(row.bot), textAnchor: "start", dx: 8, fill: hue, fontWeight: 600,
      }),
      Plot.tip(rows, Plot.pointer({
        x: "pairs", y: "elo", title: (row) => `${row.bot}, ${row.pairs} pairs: ${elo(row.elo)}`
          + (row.lower == null || row.upper == null ? "" : `\n${elo(row.lower)} to ${elo(row.upper)}`),
      })),
    ],
  });

  /** Move labels apart that would lie on each other. */
  function spread(ends) {
    const all = rows.flatMap((row) =>
      bots.length > BANDS ? [row.elo] : [row.lower ?? row.elo, row.upper ?? row.elo]);
    const least = (Math.max(...all) - Math.min(...all)) / 18;
    let above = Infinity;
    return ends.sort((one, other) => other.elo - one.elo)
      .map((row) => ({ ...row, at: above = Math.min(row.elo, above - least) }));
  }
}

function test({ test: { bounds, path } }, bots, width) {
  const most = path.at(-1).pairs;
  const ticks = d3.ticks(1, most, Math.max(3, Math.floor(width / 120))).filter(Number.isInteger);
  return Plot.plot({
    ...ink, width, height: 240, marginLeft: 48, marginRight: 36,
    ariaLabel: "Log likelihood ratio as pairs came in",
    x: { labelOffset: 38, label: "Pairs", ticks, tickFormat: ",d" },
    y: { label: "LLR", grid: true },
    marks: [
      Plot.ruleY([0], { stroke: "var(--muted)" }),
      Plot.ruleY(bounds, { stroke: "var(--ink)", strokeDasharray: "4 3" }),
      Plot.text(bounds, { x: most, y: (bound) => bound, text: (bound) => (bound < 0 ? "H0" : "H1"),
        textAnchor: "start", dx: 8, fontWeight: 600, fill: "var(--ink)" }),
      Plot.lineY(path, { x: "pairs", y: "llr", stroke: "var(--accent)", strokeWidth: 2 }),
      Plot.tip(path, Plot.pointer({ x: "pairs", y: "llr", title: (step) => `${step.pairs} pairs: LLR ${step.llr.toFixed(2)}` })),
    ],
  });
}

function scores({ scores: rows, width: bin }, bots, width) {
  const narrow = width < 560;
  const { room, text } = labels(bots, width);
  return Plot.plot({
    ...ink, width, height: 72 + (narrow ? 92 : 84) * bots.length,
    marginLeft: 44, marginRight: narrow ? 12 : room, marginTop: 26,
    ariaLabel: "How many hands each bot's side wrote so much for",
    x: { labelOffset: 38, label: "Points written for a hand" },
    y: { label: null, grid: true, ticks: 3, tickFormat: "~s" },
    fy: { label: null, domain: bots, padding: 0.18, axis: narrow ? null : "right", tickFormat: text },
    marks: [
      Plot.rectY(rows, {
        fy: "bot", x1: "low", x2: (row) => row.low + bin, y: "hands", insetLeft: 0.5, insetRight: 0.5,
        fill: (row) => (row.took ? "var(--taker)" : "var(--defender)"),
        order: (row) => (row.took ? 0 : 1),
        tip: { title: null, format: { fill: false, x1: false, x2: false, fy: false } },
        title: (row) => `${row.bot} as ${row.took ? "taker" : "defender"}\n`
          + `${row.low} to ${row.low + bin - 1} points: ${row.hands} hands`,
      }),
      narrow ? Plot.text(bots, { fy: (bot) => bot, text: (bot) => bot, frameAnchor: "top-right", dy: -8, fontWeight: 600 }) : null,
      Plot.ruleY([0], { stroke: "var(--muted)" }),
    ],
  });
}

function contracts({ hands }, bots, width) {
  const parts = hands.flatMap((row) => ["made", "tied", "failed"].map((outcome) =>
    ({ bot: row.bot, outcome, hands: row[outcome], share: row.taken ? row[outcome] / row.taken : 0 })));
  const words = { made: "made", tied: "level", failed: "failed" };
  const { room, text } = labels(bots, width);
  return Plot.plot({
    ...ink, width, height: 62 + 28 * hands.length, marginLeft: room, marginRight: 16,
    ariaLabel: "Share of contracts made, level and failed",
    x: { labelOffset: 38, label: "Share of contracts taken", percent: true, domain: [0, 100] },
    y: { label: null, domain: bots.length ? bots : undefined, tickSize: 0, tickFormat: text },
    marks: [
      Plot.barX(parts, {
        y: "bot", x: "share", fill: (row) => `var(--${row.outcome})`, insetLeft: 0.5, insetRight: 0.5,
        tip: { format: { fill: false, x: false, y: false } },
        title: (row) => `${row.bot}: ${row.hands} ${words[row.outcome]} (${(100 * row.share).toFixed(1)}%)`,
      }),
      Plot.ruleX([0.5], { stroke: "var(--paper)", strokeDasharray: "3 3" }),
    ],
  });
}

function thinking({ hands }, bots, width) {
  const rows = hands.map((row) => ({
    bot: row.bot, p50: Math.max(row.p50, 1) / 1000, p95: Math.max(row.p95, 1) / 1000, p99: Math.max(row.p99, 1) / 1000,
  }));
  const marks = rows.flatMap(({ bot, ...times }) => Object.entries(times).map(([name, time]) => ({ bot, name, time })));
  const words = { p50: "half", p95: "95%", p99: "99%" };
  const { room, text } = labels(bots, width);
  return Plot.plot({
    ...ink, width, height: 62 + 26 * rows.length, marginLeft: room, marginRight: 24,
    ariaLabel: "Thinking time a hand: half, 95% and 99%",
    x: { labelOffset: 38, label: "Milliseconds a hand", type: "log", grid: true, ticks: Math.max(2, Math.floor(width / 140)), tickFormat: "~g" },
    y: { label: null, domain: bots.length ? bots : undefined, tickSize: 0, tickFormat: text },
    marks: [
      Plot.ruleY(rows, { y: "bot", x1: "p50", x2: "p99", stroke: "var(--muted)", strokeWidth: 2 }),
      Plot.dot(marks, {
        y: "bot", x: "time", r: (mark) => (mark.name === "p50" ? 5 : 4),
        fill: (mark) => (mark.name === "p50" ? "var(--accent)" : "var(--paper)"),
        stroke: "var(--accent)", strokeWidth: 2, tip: { format: { fill: false, r: false, x: false, y: false } },
        title: (mark) => `${mark.bot}: ${words[mark.name]} under ${mark.time.toPrecision(3)} ms`,
      }),
    ],
  });
}
