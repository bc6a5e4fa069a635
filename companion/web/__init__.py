"""The page's server: plain ASGI around page/ (which is pure), the journal that makes each tap durable before it is answered, and the gate.

host.py       the table that is open
taps.py       what is asked all evening: the page, its forms, its files. Needs no library, so that the first page is there at once
rooms.py      the rest, with Starlette, loaded when it is first asked for: opening.py (restore, deal, leave), carrying.py (exports, codes)
screen.py     the second screen, which knows no secret
files.py      scripts, looks, the ring
serving.py    sockets, and the server itself
"""

from __future__ import annotations

from companion.web.files import ring_css
from companion.web.host import Host
from companion.web.serving import bound, serve
from companion.web.taps import app

__all__ = ["Host", "app", "bound", "ring_css", "serve"]
