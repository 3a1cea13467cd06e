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

async function enhanceTables() {
  const { default: DataTable } = await import(libraries.tables);
  for (const table of document.querySelectorAll("table.sortable")) {
    const paged = "paged" in table.dataset;
    const long = table.tBodies[0].rows.length > 12;
    new DataTable(table, {
      autoWidth: false,
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
