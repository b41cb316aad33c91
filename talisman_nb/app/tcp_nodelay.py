"""WebSocket connection between page and kernel with TCP_NODELAY, to avoid a delay of small messages."""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class NoDelayConnection(ZMQChannelsWebsocketConnection):
    """Kernel connection that sends each message at once (TCP_NODELAY).

    A click makes the kernel send several small messages (busy, update, idle). With Nagle's algorithm the second one
    waits for the browser's delayed acknowledgement of the first: 40 ms, five times the time of the answer itself.
    """

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()
