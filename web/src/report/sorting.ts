/** Turns the headings of tables with several rows into buttons that sort by their column. */
export function makeSortable(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>("table.sortable")) {
    const body = table.tBodies[0];
    if (!body || body.rows.length < 2) continue;
    for (const heading of table.querySelectorAll<HTMLTableCellElement>("thead th")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = heading.textContent;
      heading.replaceChildren(button);
      button.addEventListener("click", () => sort(table, body, heading));
    }
  }
}

function sort(table: HTMLTableElement, body: HTMLTableSectionElement, heading: HTMLTableCellElement): void {
  // Figures begin with the largest, names with the first; a second click turns the order round.
  const first = heading.classList.contains("figure") ? "descending" : "ascending";
  const other = first === "descending" ? "ascending" : "descending";
  const order = heading.ariaSort === first ? other : first;
  for (const each of table.querySelectorAll<HTMLTableCellElement>("thead th")) each.ariaSort = null;
  heading.ariaSort = order;
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...body.rows].sort((a, b) => sign * compare(a.cells[heading.cellIndex], b.cells[heading.cellIndex]));
  body.append(...rows);
}

function compare(a: HTMLTableCellElement | undefined, b: HTMLTableCellElement | undefined): number {
  const [left, right] = [a?.dataset["order"], b?.dataset["order"]];
  if (left !== undefined && right !== undefined) return Number(left) - Number(right);
  return (a?.textContent ?? "").localeCompare(b?.textContent ?? "", "en", { numeric: true });
}
