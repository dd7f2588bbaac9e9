"""The stream of news to pages: one WebSocket a page, which says when to ask for its parts again."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from litestar import WebSocket, websocket

from lanista.serve.access import Need
from lanista.serve.http.connection import sender_of
from lanista.serve.news import NewsDesk

SLOW_SECONDS = 10.0  # a page that reads nothing for this long is dropped


@websocket("/c/{slug:str}/news", opt={"need": Need.SEE})
async def news(socket: WebSocket[Any, Any, Any]) -> None:
    """Say when the results of a contest have changed."""
    desk: NewsDesk = socket.app.state.news
    await socket.accept()
    telling = asyncio.create_task(_tell(desk, socket))
    gone = asyncio.create_task(_until_gone(socket))
    try:
        await asyncio.wait((telling, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (telling, gone):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError, TimeoutError):
                await task


async def _tell(desk: NewsDesk, socket: WebSocket[Any, Any, Any]) -> None:
    messages = desk.listen(sender_of(socket).named_contest)
    async with contextlib.aclosing(messages):
        async for message in messages:
            async with asyncio.timeout(SLOW_SECONDS):
                await socket.send_data(message.decode())


async def _until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    """Return when the page is closed, or says anything: it has nothing to say."""
    await socket.receive()


HANDLERS = (news,)
