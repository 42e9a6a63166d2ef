"""The client against a server that answers as it is told: what is sent, what is sent again, and what is raised."""

import json
import logging
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from verbatim_context import AsyncVerbatim, Verbatim, VerbatimApiError, VerbatimConnectionError
from verbatim_context.json_text import raw_member, with_member

Answer = tuple[int, dict[str, str], str]

ACCEPTED: Answer = (202, {}, '{"events":[{"id":"m-1"}],"cursor":"log:t/0/1-1"}')
BUSY: Answer = (503, {"retry-after": "0"}, '{"code":"store-unavailable","detail":"ask again"}')
CONTEXT: Answer = (
    200,
    {},
    '{"callId":"c","target":"openai-chat","body": {"messages":[{"n":12345678901234567890, "one":1.0}]}}',
)


class Handler(BaseHTTPRequestHandler):
    server: "Server"

    def answer(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length).decode()
        self.server.requests.append((self.command, self.path, dict(self.headers.items()), body))
        status, headers, text = self.server.answers.pop(0)
        if status == 0:
            self.close_connection = True
            self.connection.close()
            return
        content = text.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = answer

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.requests: list[tuple[str, str, dict[str, str], str]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class SynchronousClient(unittest.TestCase):
    def serve(self, *answers: Answer) -> Server:
        server = Server(list(answers))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def test_an_append_is_sent_again_with_the_same_key_and_body_until_it_is_accepted(self) -> None:
        server = self.serve((0, {}, ""), BUSY, ACCEPTED)
        with Verbatim(server.url, api_key="secret", tenant="Zürich") as client:
            answer = client.conversation("a/b").append(['{"role":"user","content":"Hi","n":12345678901234567890}'])
        self.assertEqual(answer["cursor"], "log:t/0/1-1")
        self.assertEqual(len(server.requests), 3)
        self.assertEqual(len({headers["idempotency-key"] for _, _, headers, _ in server.requests}), 1)
        method, path, headers, body = server.requests[-1]
        self.assertEqual((method, path), ("POST", "/v1/conversations/a%2Fb/messages"))
        self.assertEqual(headers["authorization"], "Bearer secret")
        self.assertEqual(headers["x-tenant-id"].encode("latin-1").decode(), "Zürich")
        self.assertEqual(body, '{"messages": [{"role":"user","content":"Hi","n":12345678901234567890}]}')

    def test_a_context_comes_after_the_own_append_with_one_call_id_and_its_exact_text(self) -> None:
        server = self.serve(ACCEPTED, BUSY, CONTEXT)
        with Verbatim(server.url) as client:
            conversation = client.conversation("c")
            conversation.append([{"role": "user", "content": "Hi"}])
            context = conversation.context("gpt-4o", pending=[("p-1", '{"role":"user","content":"x","one":1.0}')])
        self.assertEqual(context.body_text, '{"messages":[{"n":12345678901234567890, "one":1.0}]}')
        self.assertEqual(context.call_id, "c")
        bodies = [json.loads(body) for _, path, _, body in server.requests if path.endswith("/context")]
        self.assertEqual(len(bodies), 2)
        self.assertEqual(bodies[0], bodies[1])
        self.assertEqual(bodies[0]["after"], "log:t/0/1-1")
        self.assertIn('"message": {"role":"user","content":"x","one":1.0}', server.requests[-1][3])

    def test_a_refusal_says_why_and_is_not_sent_again(self) -> None:
        problem = '{"status":409,"code":"open-calls","detail":"1 call is open","calls":["call_1"]}'
        server = self.serve((409, {}, problem))
        with Verbatim(server.url) as client, self.assertRaises(VerbatimApiError) as raised:
            client.conversation("c").context("gpt-4o")
        self.assertEqual((raised.exception.status, raised.exception.code), (409, "open-calls"))
        self.assertEqual(raised.exception.problem["calls"], ["call_1"])
        self.assertEqual(len(server.requests), 1)

    def test_a_page_of_something_in_between_is_an_error_with_its_status(self) -> None:
        server = self.serve((404, {}, "<html>"), (200, {}, "<html>"))
        with Verbatim(server.url) as client:
            with self.assertRaises(VerbatimApiError) as raised:
                client.conversation("c").state()
            self.assertEqual(raised.exception.code, "http-404")
            with self.assertRaises(VerbatimConnectionError):
                client.conversation("c").state()

    def test_nothing_that_answers_is_said_with_its_address(self) -> None:
        server = self.serve()
        url = server.url
        server.shutdown()
        server.server_close()
        with Verbatim(url, retries=1) as client, self.assertRaises(VerbatimConnectionError) as raised:
            client.conversation("c").state()
        self.assertIn(url, str(raised.exception))

    def test_lists_are_fetched_page_by_page(self) -> None:
        pages: list[Answer] = [
            (200, {}, '{"items":[{"callId":"1"}],"next":"a b"}'),
            (200, {}, '{"items":[{"callId":"2"}],"next":null}'),
        ]
        server = self.serve(*pages)
        with Verbatim(server.url) as client:
            self.assertEqual([call["callId"] for call in client.calls.list()], ["1", "2"])
        self.assertEqual([path for _, path, _, _ in server.requests], ["/v1/calls", "/v1/calls?after=a%20b"])

    def test_a_key_that_cannot_be_one_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            Verbatim("http://127.0.0.1:1", api_key="a\nb")


class AsynchronousClient(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        logging.getLogger("asyncio").setLevel(logging.ERROR)

    async def test_it_does_the_same(self) -> None:
        server = Server([BUSY, ACCEPTED, CONTEXT, (200, {}, '{"items":[{"id":"m-1"}],"next":null}')])
        async with AsyncVerbatim(server.url) as client:
            conversation = client.conversation("c")
            await conversation.append([{"role": "user", "content": "Hi"}])
            context = await conversation.context("gpt-4o")
            history = [item["id"] async for item in conversation.history()]
        server.shutdown()
        server.server_close()
        self.assertEqual(context.call_id, "c")
        self.assertEqual(history, ["m-1"])
        self.assertEqual(server.requests[-1][1], "/v1/conversations/c/history?from=1")


class JsonText(unittest.TestCase):
    def test_a_member_is_found_wherever_it_stands(self) -> None:
        text = ' { "a" : {"body": 1} , "b\\"":[ "}" ], "body" : {"x": 1.50} }'
        self.assertEqual(raw_member(text, "body"), '{"x": 1.50}')
        self.assertIsNone(raw_member("{}", "body"))
        self.assertIsNone(raw_member('{"a": 1}', "body"))

    def test_none_is_left_out(self) -> None:
        self.assertEqual(with_member({"a": None}, "m", "[1.0]"), '{"m": [1.0]}')
        self.assertEqual(with_member({"a": 1, "b": None}, "m", "[]"), '{"a": 1, "m": []}')


if __name__ == "__main__":
    unittest.main()
