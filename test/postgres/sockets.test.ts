// Tests of TLS negotiation with PostgreSQL: no login in the clear, no injected bytes accepted.
import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { createSockets, type Tls } from "../../src/ledger/postgres/sockets.ts";

const listening = async (t: TestContext, met: (socket: Socket) => void): Promise<number> => {
  const all = new Set<Socket>();
  const server: Server = createServer((socket) => {
    all.add(socket);
    socket.on("error", () => undefined);
    met(socket);
  });
  t.after(() => {
    for (const socket of all) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : assert.fail();
};
/** A server that answers to what asks for TLS in its own way. */
const answering = (t: TestContext, answer: string): Promise<number> =>
  listening(t, (socket) => void socket.once("data", () => socket.write(answer)));
const sockets = (ports: readonly number[], ssl: Tls, lost: () => void = () => undefined) => {
  let turn = 0;
  const next = (failed: number): void => void (turn === failed && (turn += 1));
  return createSockets({
    places: ports.map((port) => ({ host: "127.0.0.1", port })),
    ssl,
    ms: 300,
    turn: () => turn,
    next,
    lost,
  });
};
const codeOf = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => "made",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

test("whoever wants TLS gives nothing to a server without it, and whoever prefers it goes on in the clear", async (t) => {
  const port = await answering(t, "N");
  assert.equal(await codeOf(sockets([port], "require").open()), "TLS_REFUSED");
  assert.equal(await codeOf(sockets([port], {}).open()), "TLS_REFUSED");
  assert.equal(await codeOf(sockets([port], "prefer").open()), "made");
});

test("what comes together with the answer was slipped in by somebody else, and is refused", async (t) => {
  assert.equal(
    await codeOf(sockets([await answering(t, "SR\0\0\0\u0008\0\0\0\0")], "prefer").open()),
    "TLS_REFUSED",
  );
  assert.equal(
    await codeOf(sockets([await answering(t, "NR\0\0\0\u0008\0\0\0\0")], "prefer").open()),
    "TLS_REFUSED",
  );
});

test("a server that is coming up, or says nothing, is asked again later", async (t) => {
  assert.equal(
    await codeOf(sockets([await answering(t, "E\0\0\0\u0005\0")], "prefer").open()),
    "CONNECTION_CLOSED",
  );
  assert.equal(
    await codeOf(sockets([await listening(t, () => undefined)], "prefer").open()),
    "CONNECT_TIMEOUT",
  );
  assert.equal(
    await codeOf(sockets([await listening(t, (socket) => void socket.destroy())], "prefer").open()),
    "CONNECTION_CLOSED",
  );
});

test("of several servers the next is asked, and a client of which a connection was lost makes no other", async (t) => {
  let met = 0;
  const port = await listening(t, (socket) => {
    met += 1;
    socket.once("data", () => socket.destroy());
  });
  let lost = 0;
  const client = sockets([1, port], false, () => void (lost += 1));
  const socket = await client.open();
  assert.deepEqual([met, lost], [1, 0]);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.resume();
  socket.write("x");
  await closed;
  assert.equal(lost, 1);
  assert.equal(await codeOf(client.open()), "CONNECTION_CLOSED");
  assert.deepEqual([met, lost], [1, 1]);
});

test("all connections go to one of several servers until that one fails", async (t) => {
  const ends = (): Promise<number> =>
    listening(t, (socket) => void socket.once("data", () => socket.destroy()));
  const ports = [await ends(), await ends()];
  let turn = 0;
  const next = (failed: number): void => void (turn === failed && (turn += 1));
  const places = ports.map((port) => ({ host: "127.0.0.1", port }));
  const client = () =>
    createSockets({ places, ssl: false, ms: 300, turn: () => turn, next, lost: () => undefined });
  const first = client();
  const opened = [await first.open(), await first.open(), await client().open()];
  assert.deepEqual(
    opened.map(({ remotePort }) => remotePort),
    [ports[0], ports[0], ports[0]],
  );
  const closed = new Promise((resolve) => opened[0]?.once("close", resolve));
  opened[0]?.resume();
  opened[0]?.write("x");
  await closed;
  const later = [await client().open(), await client().open()];
  assert.deepEqual(
    later.map(({ remotePort }) => remotePort),
    [ports[1], ports[1]],
  );
});

test("an error that comes when nobody listens any more ends no process", async (t) => {
  const socket = await sockets([await listening(t, () => undefined)], false).open();
  socket.removeAllListeners();
  socket.destroy(new Error("write EBADF"));
  await new Promise((resolve) => socket.once("close", resolve));
});
