// SPDX-License-Identifier: Apache-2.0
// Draws the charts and makes the tables sort and filter. Without it the tables still read.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const libraries = read("libraries");

async function drawCharts() {
  await import(libraries.vega);
  for (const element of document.querySelectorAll(".chart")) {
    await window.vegaEmbed(element, read(element.dataset.spec), { renderer: "svg", actions: false });
  }
}

// Figures sort by size, and what has none stands last whichever way.
function sortFigures(DataTable) {
  const types = DataTable.ext.type.order;
  types["figure-pre"] = (text) => parseFloat(String(text).replaceAll(",", ""));
  for (const [way, sign] of [["asc", 1], ["desc", -1]])
    types[`figure-${way}`] = (a, b) => isNaN(a) - isNaN(b) || sign * (a - b) || 0;
}

async function enhanceTables() {
  const { default: DataTable } = await import(libraries.tables);
  sortFigures(DataTable);
  for (const table of document.querySelectorAll("table.sortable")) {
    const paged = "paged" in table.dataset;
    const heads = [...table.tHead.rows].at(-1).cells;
    const figures = [...heads].flatMap((head, at) => (head.matches(".text") ? [] : [at]));
    const long = table.tBodies[0].rows.length > 12;
    new DataTable(table, {
      autoWidth: false,
      columnDefs: [{ type: "figure", targets: figures }],
      info: paged,
      order: [],
      pageLength: 25,
      paging: paged,
      layout: {
        topStart: long ? "search" : null,
        topEnd: null,
        bottomStart: paged ? "info" : null,
        bottomEnd: paged ? "paging" : null,
      },
      language: { search: "Filter", emptyTable: "Nothing here.", zeroRecords: "No row matches." },
    });
  }
}

// Light and dark: the system's choice until the reader makes one.
const dark = matchMedia("(prefers-color-scheme: dark)");
document.querySelector(".theme").addEventListener("click", () => {
  const root = document.documentElement;
  const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
});

await Promise.all([drawCharts(), enhanceTables()]);
document.documentElement.dataset.ready = "true";
