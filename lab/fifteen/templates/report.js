// SPDX-License-Identifier: Apache-2.0
// Draws the charts and makes the tables sort and filter. Without it the tables still read.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const libraries = read("libraries");

async function drawCharts() {
  await import(libraries.vega);
  for (const element of document.querySelectorAll(".chart")) {
    const spec = read(element.dataset.spec);
    const { view } = await window.vegaEmbed(element, spec, { renderer: "svg", actions: false });
    if (spec.params?.some(({ name }) => name === "families")) switched.push({ view, ...spec.usermeta });
  }
}

// The switches above the main table hide its rows and columns by style alone; charts are told.
const switched = [];
const checked = (name) =>
  [...document.querySelectorAll(`input[name=${name}]:checked`)].map(({ value }) => value);
const SIGNALS = { family: "families", language: "languages" };

for (const [name, signal] of Object.entries(SIGNALS))
  for (const box of document.querySelectorAll(`input[name=${name}]`))
    box.addEventListener("change", () => {
      for (const { view, row, rows } of switched) {
        view.signal(signal, checked(name));
        if (rows) view.height(row * checked("family").reduce((sum, of) => sum + (rows[of] ?? 0), 0));
        view.runAsync();
      }
    });

// A baseline: each cost as so many times its, from the ratios that the lab worked out.
const mains = [...document.querySelectorAll("table.main")].map((table) => ({
  rows: [...table.tBodies[0].rows], // all of them: a filter takes rows off the page
  ...read(table.dataset.ratios),
}));
const digits = (x) => (x >= 100 ? Math.round(x).toLocaleString("en") : x.toPrecision(3));
const span = (low, high) => (digits(low) === digits(high) ? digits(low) : `${digits(low)}–${digits(high)}`);

function showRatios(baseline) {
  for (const { rows, titles, columns } of mains) {
    const at = titles.indexOf(baseline);
    const against = columns.map((pairs) => new Map(pairs.flatMap(([over, under, ratio, low, high]) =>
      under === at ? [[over, [ratio, low, high]]]
        : over === at ? [[under, [1 / ratio, 1 / high, 1 / low]]] : [])));
    for (const row of rows) {
      const place = titles.indexOf(row.cells[0].textContent);
      [...row.cells].slice(1).forEach((cell, column) => {
        const shown = cell.querySelector(".unit-ratio");
        if (!shown) return;
        const found = against[column].get(place);
        shown.replaceChildren(...(found
          ? [element("cost", digits(found[0])), element("interval", span(found[1], found[2]))]
          : [element("cost", place === at ? "1" : "–")]));
      });
    }
  }
  document.body.classList.toggle("with-baseline", baseline !== "");
}

function element(kind, text) {
  return Object.assign(document.createElement("span"), { className: kind, textContent: text });
}

const baseline = document.getElementById("baseline");
baseline?.addEventListener("change", () => showRatios(baseline.value));

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

// A folded chart has no width until it is unfolded; charts measure their place anew on a resize.
for (const folded of document.querySelectorAll("details"))
  folded.addEventListener("toggle", () => dispatchEvent(new Event("resize")));

await Promise.all([drawCharts(), enhanceTables()]);
document.documentElement.dataset.ready = "true";
