# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""meta-lsp-server as an editor talks to it: JSON-RPC on its input and output."""

import json
import os
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("METAUTILS_BUILD_DIR", SOURCE / "build"))
FILE = "file:///model.mlir"
FUNCTION = """func.func @f(%x: !meta.tensor<2x3xf32>) {{
  %0 = meta.permute %x {permutation} : !meta.tensor<2x3xf32>
  return
}}
"""


class Client:
    """One server and one open file."""

    def __init__(self, server: subprocess.Popen):
        self.server = server
        self.next_id = 0

    def send(self, **message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def read(self) -> dict:
        length = 0
        while (line := self.server.stdout.readline().strip()) or not length:
            if not line:
                raise EOFError("expected a message, the server has closed its output")
            name, value = line.split(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.server.stdout.read(length))

    def notify(self, method: str, **params) -> None:
        self.send(method=method, params=params)

    def request(self, method: str, **params):
        """The result; notifications that come before it are dropped."""
        self.next_id += 1
        self.send(id=self.next_id, method=method, params=params)
        while (message := self.read()).get("id") != self.next_id:
            pass
        return message["result"]

    def open(self, text: str) -> list[dict]:
        """The diagnostics that the server publishes for a file of this text."""
        document = {"uri": FILE, "languageId": "mlir", "version": 1, "text": text}
        self.notify("textDocument/didOpen", textDocument=document)
        while (message := self.read()).get("method") != "textDocument/publishDiagnostics":
            pass
        assert message["params"]["uri"] == FILE
        return message["params"]["diagnostics"]


@pytest.fixture
def client():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([BUILD / "bin/meta-lsp-server"], **pipes) as server:
        client = Client(server)
        client.request("initialize", processId=None, rootUri=None, capabilities={})
        client.notify("initialized")
        yield client
        client.request("shutdown")
        client.notify("exit")
        assert server.wait(timeout=60) == 0


def test_invalid_op(client):
    (diagnostic,) = client.open(FUNCTION.format(permutation="[0, 5]"))
    assert diagnostic["message"] == "'meta.permute' op expected dim in [0, 2), got 5"
    assert diagnostic["range"]["start"] == {"line": 1, "character": 7}
    assert diagnostic["severity"] == 1


def test_syntax_error(client):
    first, *_ = client.open(FUNCTION.format(permutation="[0, 1"))
    assert "expected" in first["message"]
    assert first["range"]["start"]["line"] == 1


def test_hover_shows_the_inferred_type(client):
    assert client.open(FUNCTION.format(permutation="[1, 0]")) == []
    position = {"line": 1, "character": 3}
    hover = client.request("textDocument/hover", textDocument={"uri": FILE}, position=position)
    assert "!meta.tensor<3x2xf32, strided<[1, 3]>>" in hover["contents"]["value"]
