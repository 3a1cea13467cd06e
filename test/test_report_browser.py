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
    page.set_default_timeout(10_000)
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
    assert charts.count() == 6
    for chart in charts.all():
        assert chart.locator("svg path").count() > 20
        assert len(chart.get_attribute("aria-label")) > 30


def test_units_can_be_changed(page):
    cell = page.locator("#main-table tbody tr", has_text="Rijndael").locator("td").nth(2)
    assert cell.inner_text().startswith("9.5")
    page.get_by_text("ns and MB/s").click()
    assert cell.inner_text().startswith("33")


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
