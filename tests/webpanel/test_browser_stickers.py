"""The sheet of stickers that the page about the panel is on paper."""

import io

import zxingcpp
from browser import Phone
from PIL import Image
from watched_desk import WatchedDesk


def test_the_page_about_the_panel_is_printed_as_a_sheet_of_stickers(desk: WatchedDesk, phone: Phone) -> None:
    phone.open("/about")
    page = phone.page
    shown = page.locator(".stickers figure")
    assert not shown.first.is_visible()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})  # A4, as browsers count
    page.wait_for_function("[...document.querySelectorAll('.stickers img')].every((each) => each.naturalWidth > 0)")
    assert shown.count() == 12 and not page.locator("main h1, nav, .qr").first.is_visible()
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True)))
    assert picture.width / page.evaluate("devicePixelRatio") == 794, "nothing sticks out of the paper"
    codes = {code.text for code in zxingcpp.read_barcodes(picture)}
    address = page.locator("p.address").text_content()
    assert codes == {address} and address in (shown.first.text_content() or "")
