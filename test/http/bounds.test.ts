// Tests of the HTTP server's limits on bodies, headers, connections, followers and slowness.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { type Door, door } from "./door.ts";

/** Cut off or ended: both are the end, which comes after all that was said. */
const closed = (one: Socket): Promise<void> =>
  new Promise(
    (resolve) =>
      void one
        .on("error", () => {})
        .once("close", () => resolve())
        .resume(),
  );

const post = (
  { ask, host, cookie }: Door,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  ask("/api/runs/none/decisions/x", {
    method: "POST",
    headers: {
      host,
      cookie,
      origin: `http://${host}`,
      "content-type": "application/json",
      ...headers,
    },
    body,
  });

test("a body that is too large, or no JSON, is refused before an endpoint sees it", async (t) => {
  const own = await door(t, { body: 1_000, message: 2_000 });
  const { raw, ask, host, cookie, served } = own;
  const code = async (
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<readonly unknown[]> => {
    const { status, text } = await post(own, body, headers);
    return [status, at(JSON.parse(text), "refusal", "code")];
  };
  const long = JSON.stringify({ note: "x".repeat(1_000) });
  assert.deepEqual(await code(long), [413, "BODY_OVERSIZED"]);
  assert.deepEqual(await code("{"), [400, "BODY_BROKEN"]);
  assert.deepEqual(await code("\u{ff}{}", {}), [400, "BODY_BROKEN"]);
  assert.deepEqual(await code("{}", { "content-type": "text/plain" }), [415, "BODY_TYPE_WRONG"]);
  assert.deepEqual(await code("{}", { "content-type": "application/x-www-form-urlencoded" }), [
    415,
    "BODY_TYPE_WRONG",
  ]);
  assert.deepEqual(await code("{}"), [400, "FIELD_INVALID"]);
  assert.match((await post(own, '{"nope":1}')).text, /FIELD_INVALID.*\/nope/u, "none is ignored");
  assert.deepEqual(await code(`{"data":${"[".repeat(400)}${"]".repeat(400)}}`), [
    400,
    "FIELD_OVERSIZED",
  ]);
  // Whatever it says of its length: what comes is counted.
  const pieces = `3e8\r\n${"x".repeat(1_000)}\r\n`.repeat(3);
  const session = `Host: ${host}\r\nCookie: ${cookie}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  assert.match(
    await raw(
      `POST /api/runs/none/decisions/x HTTP/1.1\r\n${session}Transfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
    ),
    /^HTTP\/1\.1 413 /u,
  );
  const message = await ask("/mcp", {
    method: "POST",
    headers: {
      host,
      authorization: `Bearer ${served.agents.token}`,
      "content-type": "application/json",
    },
    body: "x".repeat(3_000),
  });
  assert.equal(message.status, 413);
});

test("who leaves within a body is no bug of the server's", async (t) => {
  const { socket, ask, host, cookie, notes } = await door(t);
  const session = `Host: ${host}\r\nCookie: ${cookie}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\n`;
  const leaving = socket();
  leaving.write(
    `POST /api/runs/none/decisions/x HTTP/1.1\r\n${session}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`,
  );
  // It reads the body now.
  await once(leaving, "data");
  leaving.write("{");
  leaving.destroy();
  const gone = closed(leaving);
  await gone;
  for (let n = 0; n < 5; n += 1)
    assert.equal((await ask("/api/here", { headers: { host, cookie } })).status, 200);
  assert.deepEqual(notes, []);
});

test("headers, and requests that don't come to an end, have their limits", async (t) => {
  const { raw, socket, host, cookie, ask } = await door(t, {
    headers: 4_096,
    headersMs: 200,
    requestMs: 400,
    stillMs: 300,
  });
  assert.match(
    await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${"x".repeat(8_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 /u,
  );
  assert.match(
    await raw(`GET /?${"x".repeat(8_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    /^HTTP\/1\.1 431 /u,
  );
  // Each is cut off by the server: otherwise the test would wait for ever.
  assert.match(await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: `), /^$|^HTTP\/1\.1 408 /u);
  const session = `Host: ${host}\r\nCookie: ${cookie}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\n`;
  assert.match(
    await raw(`POST /api/runs/x/decisions/y HTTP/1.1\r\n${session}Content-Length: 100\r\n\r\n{`),
    /^$|^HTTP\/1\.1 408 /u,
  );
  const silent = socket();
  await closed(silent);
  assert.equal((await ask("/api/here", { headers: { host, cookie } })).status, 200);
});

test("so many follow the ledger and no more; who leaves makes room", async (t) => {
  const { ask, socket, host, cookie } = await door(t, { live: 2 });
  const follow = async () => {
    const one = socket();
    one
      .setEncoding("utf8")
      .write(`GET /api/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
    const [begun]: unknown[] = await once(one, "data");
    return { one, begun: String(begun) };
  };
  const [first, second] = [await follow(), await follow()];
  assert.match(first.begun + second.begun, /200 OK[^]*text\/event-stream[^]*200 OK/u);
  const third = await follow();
  assert.match(third.begun, /^HTTP\/1\.1 429 /u);
  // A way of asking that nobody reads would keep its place for ever.
  assert.equal((await ask("/api/live", { method: "HEAD", headers: { host, cookie } })).status, 405);
  assert.equal((await ask("/api/here", { method: "HEAD", headers: { host, cookie } })).status, 200);
  assert.equal(
    (await ask("/api/here", { headers: { host, cookie } })).status,
    200,
    "all else is answered",
  );
  const left = closed(first.one);
  first.one.destroy();
  await left;
  let again = await follow();
  // When the server learns that it is gone is the system's matter.
  while (again.begun.startsWith("HTTP/1.1 429")) again = await follow();
  assert.match(again.begun, /200 OK/u);
  for (const { one } of [second, third, again]) one.destroy();
});

test("so many connections and no more", async (t) => {
  const { socket, host, cookie } = await door(t, { sockets: 3, stillMs: 60_000 });
  const held = [socket(), socket(), socket()];
  await Promise.all(held.map((one) => once(one, "connect")));
  const over = socket();
  const cut = closed(over);
  over.write("GET / HTTP/1.1\r\n");
  await cut;
  held[0]
    ?.setEncoding("utf8")
    .write(`GET /api/here HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
  const [answer]: unknown[] = await once(held[0] ?? over, "data");
  assert.match(String(answer), /200 OK/u);
  for (const one of held) one.destroy();
});

test("who has shown no session takes nobody's place, however many of them there are", async (t) => {
  const { ask, socket, host, cookie, served } = await door(t, {
    sockets: 20,
    strangers: 4,
    stillMs: 60_000,
  });
  const following = socket();
  following
    .setEncoding("utf8")
    .write(`GET /api/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
  await once(following, "data");
  let ended = false;
  following.on("close", () => (ended = true));
  // Each begins a request and never ends it.
  const crowd = Array.from({ length: 60 }, () => socket());
  const cut = crowd.map(closed);
  for (const one of crowd) one.write("GET / HTTP/1.1\r\nX: ");
  await Promise.all(cut.slice(0, 40));
  assert.equal((await ask("/api/here", { headers: { host, cookie } })).status, 200);
  assert.equal(
    (await ask("/api/here", { headers: { host, authorization: `Bearer ${served.token}` } })).status,
    200,
  );
  assert.equal((await ask(`/?token=${served.token}`, { headers: { host } })).status, 200);
  assert.equal(ended, false, "who was let in stays, as the oldest of all");
  assert.ok(crowd.filter((one) => !one.destroyed).length <= 4);
  for (const one of [...crowd, following]) one.destroy();
  await Promise.all(cut);
});

test("a server ends within two seconds, however many look", async (t) => {
  const { served, socket, host, cookie } = await door(t);
  const open = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const one = socket();
      one
        .on("error", () => {})
        .write(`GET /api/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
      await once(one, "data");
      return one;
    }),
  );
  // One that never reads, one that never ends its request.
  const idle = socket();
  idle.on("error", () => {}).write("POST / HTTP/1.1\r\n");
  const gone = Promise.all([...open, idle].map(closed));
  const begun = process.hrtime.bigint();
  await served.close();
  await gone;
  assert.ok(Number(process.hrtime.bigint() - begun) / 1e6 < 2_000);
});

test("who asks and never reads is cut off, and makes room", async (t) => {
  const { ask, socket, host, cookie } = await door(t, { sockets: 1, stillMs: 300 });
  const asked = 150;
  const deaf = socket();
  deaf.setEncoding("latin1").pause();
  await once(deaf, "connect");
  deaf.write(
    `GET /api/openapi.json HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`.repeat(asked),
  );
  // There is room for one: the next is answered when this one is gone.
  const again = (): Promise<boolean> =>
    ask("/api/here", { headers: { host, cookie } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await again()));
  let text = "";
  deaf.on("data", (part: string) => void (text += part));
  await closed(deaf);
  assert.ok(text.split("HTTP/1.1 200 OK").length - 1 < asked);
});
