# SPDX-License-Identifier: Apache-2.0
"""The report in a browser: nothing on the console, nothing from the network, tables that work."""

import shutil

import pytest
import synthetic
from fifteen import report
from playwright.sync_api import expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt install chromium")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return report.write(synthetic.write(tmp_path_factory.mktemp("results"))).as_uri()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


LOOKS = {"wide light": (1440, "light"), "narrow dark": (400, "dark")}


@pytest.fixture(scope="module", params=LOOKS.values(), ids=LOOKS)
def page(request, browser, address):
    """The opened report; afterwards, whatever it complained of or asked the network for."""
    width, scheme = request.param
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.set_default_timeout(60_000)
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request", lambda request: complaints.append(request.url[:200]) if outside(request) else 0
    )
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    yield page
    page.close()
    assert complaints == []


def outside(request):
    return [] if request.url.startswith(("file:", "data:")) else [request.url]


def column(page, table, number):
    cells = page.locator(f"#{table} tbody tr > :nth-child({number})")
    return [text.split("\n")[0].strip() for text in cells.all_inner_texts()]


def test_tables_sort(page):
    before = column(page, "main-table", 1)
    assert before[0] == "Rijndael (AES)"
    header = page.locator("#main-table thead tr:last-child th").nth(2)
    first = page.locator("#main-table tbody th").first
    header.click()
    expect(first).to_have_text("DES")
    after = column(page, "main-table", 1)
    assert after[-1] == "IDEA"  # without a figure, last
    assert sorted(after) == sorted(before)
    header.click()
    expect(first).to_have_text("Twofish")
    assert column(page, "main-table", 1)[-1] == "IDEA"  # and last again


def test_tables_filter(page):
    box = page.locator("#figures .dt-search input")
    box.fill("serpent encrypt 1024")
    engines = column(page, "figures-table", 1)
    assert set(engines) == {"c/serpent/portable", "java/serpent/portable"}
    box.fill("no such engine")
    expect(page.locator("#figures-table tbody")).to_contain_text("No row matches")


def test_every_chart_is_drawn_and_described(page):
    charts = page.locator(".chart")
    assert charts.count() == 9
    for chart in charts.all():
        assert chart.locator("svg path").count() > 20
        assert len(chart.get_attribute("aria-label")) > 30


def test_units_can_be_changed(page):
    cell = page.locator("#main-table tbody tr", has_text="Rijndael").locator("td").nth(2)
    assert cell.inner_text().startswith("9.5")
    page.get_by_text("ns and MB/s").click()
    assert cell.inner_text().startswith("33")
    page.get_by_text("core cycles", exact=True).click()


def test_families_languages_and_key_sizes_are_switched(page):
    def charts_say():
        return page.locator("#charts .chart svg").first.text_content()

    classic = page.locator("#main-table tbody tr", has_text="Triple-DES")
    in_java = page.locator("#main-table thead .group.java")
    expect(classic).to_be_visible()
    assert "Triple-DES" in charts_say()
    page.get_by_text("classics", exact=True).click()
    expect(classic).to_be_hidden()
    expect(page.locator("#main-table tbody tr", has_text="Serpent")).to_be_visible()
    page.wait_for_function(
        "!document.querySelector('#charts .chart svg').textContent.includes('Triple')"
    )
    page.get_by_text("classics", exact=True).click()
    expect(classic).to_be_visible()
    page.locator("label[for=language-java]").click()
    expect(in_java).to_be_hidden()
    page.locator("label[for=language-java]").click()
    page.locator("label[for=key-256]").click()
    expect(page.locator("#main-table")).to_be_hidden()
    expect(page.locator("#main-table-256 tbody tr", has_text="Serpent")).to_be_visible()
    page.locator("label[for=key-first]").click()


def test_a_baseline_makes_ratios(page):
    def told(cipher):
        row = page.locator("#main-table tbody tr", has_text=cipher)
        shown = row.locator("td").nth(2).locator(".cost").locator("visible=true")
        return shown.inner_text()

    costs = {cipher: float(told(cipher)) for cipher in ("MARS", "Serpent")}
    page.locator("#baseline").select_option("MARS")
    assert told("MARS") == "1"
    assert float(told("Serpent")) == pytest.approx(costs["Serpent"] / costs["MARS"], rel=0.02)
    page.locator("#baseline").select_option("Serpent")
    assert float(told("MARS")) == pytest.approx(costs["MARS"] / costs["Serpent"], rel=0.02)
    page.locator("#baseline").select_option("")
    assert float(told("MARS")) == costs["MARS"]


def test_light_and_dark(page):
    def brightness():
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.strip("rgb()").split(","))

    def label():
        text = page.locator(".chart svg text").first
        return text.evaluate("element => getComputedStyle(element).fill")

    first, first_label = brightness(), label()
    page.get_by_role("button", name="Light or dark").click()
    assert abs(brightness() - first) > 400
    assert label() != first_label


def test_nothing_overflows_the_page(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
