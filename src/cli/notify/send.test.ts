// Tests that a command that can't be started is reported, for each way the system reports it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { NotifyTarget } from "../../runtime/system.ts";
import { send } from "./send.ts";

const notice = {
  event: "end",
  state: "done",
  run: "r",
  decision: null,
  title: "Done",
  text: "",
  command: "cairn status r",
} as const;

for (const [what, program, why] of [
  ["isn't there", "/nowhere/at/all", "it can't be started: ENOENT"],
  ["lies within a file", `${import.meta.filename}/x`, "it can't be started: ENOTDIR"],
  ["has a name that none can have", "a\0b", "it can't be started: ERR_INVALID_ARG_VALUE"],
] as const)
  test(`a program that ${what} is told as one that can't be started`, async () => {
    const target: NotifyTarget = {
      on: ["end"],
      command: [program],
      webhook: null,
      quietMinutes: 10,
      link: null,
    };
    const [told] = await send(target, notice, null, { cwd: import.meta.dirname, env: {} });
    assert.equal(told?.why, why);
  });

test("what hasn't arrived when its time is over is given up, with what its program started", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-send-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const late = new AbortController();
  const child = `require("fs").writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)`;
  const parent = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}, process.argv[1]]); setInterval(() => {}, 1000)`;
  const receiver = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  t.after(() => receiver.closeAllConnections());
  t.after(() => receiver.close());
  const address = receiver.address();
  assert.ok(typeof address === "object" && address !== null);
  const told = send(
    {
      on: ["end"],
      command: [process.execPath, "-e", parent, join(folder, "pid")],
      webhook: { url: `http://127.0.0.1:${address.port}/`, format: "json" },
      quietMinutes: 10,
      link: null,
    },
    notice,
    null,
    { cwd: folder, env: process.env },
    late.signal,
  );
  const pidOf = (): number =>
    existsSync(join(folder, "pid")) ? Number(readFileSync(join(folder, "pid"), "utf8")) : 0;
  while (pidOf() === 0) await setImmediate();
  late.abort();
  assert.deepEqual(
    (await told).map(({ why }) => why),
    ["no answer in time", "no answer in time"],
  );
  const lives = (): boolean => {
    try {
      return process.kill(pidOf(), 0);
    } catch {
      return false;
    }
  };
  while (lives()) await setImmediate();
});
