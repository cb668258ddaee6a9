// Tables that sort by any column, by click or key, each section of theirs for itself.

const valueOf = (row, column) => {
  const cell = row.cells[column];
  const text = cell.dataset.value ?? cell.textContent.trim();
  const number = Number(text.replace("−", "-").replace(/[,%]/g, ""));
  return text === "" || Number.isNaN(number) ? text : number;
};

const compare = (one, other) => {
  const numbers = [one, other].filter((value) => typeof value === "number").length;
  if (numbers === 2) return one - other;
  return numbers === 1 ? (typeof one === "number" ? 1 : -1) : String(one).localeCompare(other);
};

/** Let a table be sorted by the buttons in its head; numbers begin with the greatest. */
export function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button")?.addEventListener("click", () => {
    const before = head.ariaSort;
    const first = head.classList.contains("number") ? "descending" : "ascending";
    const order = before ? (before === "ascending" ? "descending" : "ascending") : first;
    heads.forEach((each) => { each.ariaSort = each === head ? order : null; });
    const sign = order === "ascending" ? 1 : -1;
    for (const body of table.tBodies) {
      body.append(...[...body.rows].sort((one, other) =>
        sign * compare(valueOf(one, column), valueOf(other, column))));
    }
  }));
}
