// Where the page begins.

import { drawCharts } from "belote/charts";
import { unpack } from "belote/hands";
import { Search } from "belote/search";
import { sortable } from "belote/tables";
import { Viewer } from "belote/viewer";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const PLACE = /^#([0-9a-f]{4,})\/(\d+)(?:\/(\d+))?$/;

document.querySelectorAll("table.sortable").forEach(sortable);
drawCharts(read("figures"));

const hands = await unpack(document.getElementById("packed-hands").textContent.trim(), read("table").seats);
const places = new Map(hands.map((hand) => [hand.place, hand]));
const found = document.getElementById("found");
const search = new Search(document.getElementById("search"), found, hands);
const viewer = new Viewer(document.getElementById("viewer"), {
  neighbour: (hand, by) => search.neighbour(hand, by),
});

/** Show the hand that the address names: `#match/hand`, and `/card` after it where one is meant. */
function follow(scroll) {
  const place = PLACE.exec(location.hash);
  if (!place) return;
  const hand = places.get(`${place[1]}/${place[2]}`);
  const missing = document.getElementById("missing");
  missing?.remove();
  if (!hand) {
    const told = document.createElement("p");
    told.id = "missing";
    told.textContent = `Hand ${place[1]}/${place[2]} is not in this page: belote replay ${place[1]}:${place[2]} shows it.`;
    found.before(told);
    if (scroll) told.scrollIntoView();
    return;
  }
  viewer.show(hand, Number(place[3] ?? 0));
  if (scroll) {
    viewer.root.scrollIntoView({ block: "start" });
    document.getElementById("hand-title").focus({ preventScroll: true });
  }
}

addEventListener("hashchange", () => follow(true));
addEventListener("beforeprint", () =>
  document.querySelectorAll("details").forEach((each) => { each.open = true; }));
if (PLACE.test(location.hash)) follow(true);
else if (search.found.length) viewer.show(search.found[0]);
document.documentElement.dataset.ready = "yes";
