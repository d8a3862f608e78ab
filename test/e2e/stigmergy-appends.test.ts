// Tests of lock-free appends to stigmergy's state file: each entry once (acceptance 1).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { isRefusal } from "../../src/core/refusal.ts";
import { ana, linesOf, stateRoom } from "../fixtures/stigmergy-room.ts";

/** Reads, thinks for a moment, writes all of it back: by rename, or in place, where others see it half written. */
const agent = `
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const [path, name, times, way] = process.argv.slice(1);
const moment = new Int32Array(new SharedArrayBuffer(4));
const read = () => { for (;;) try { return JSON.parse(readFileSync(path, "utf8")); } catch { Atomics.wait(moment, 0, 0, 1); } };
for (let n = 1; n <= Number(times); n += 1) {
  const state = read();
  state.history.push({ timestamp: new Date().toISOString(), agent_id: name, signal: "NOTE", summary: name + " " + n, files_modified: [] });
  state.system_signal = "NOTE";
  Atomics.wait(moment, 0, 0, (n * 7) % 5);
  const text = JSON.stringify(state, null, 2);
  if (way === "rename") { writeFileSync(path + "." + name, text); renameSync(path + "." + name, path); }
  else writeFileSync(path, text);
  Atomics.wait(moment, 0, 0, 10 + ((n * 11) % 40));
}
`;
const parses = (text: string): boolean => {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
};
const own = /^\w+ \d+$/u;

for (const way of ["rename", "place"])
  test(`acceptance 1: four append by hand without a lock (${way}) while the engine works: each text that it saw is in the history once and in order, with all of its own`, async (t) => {
    const here = await stateRoom(t);
    const { system, run } = here;
    const agents = ["ann", "bea", "cid", "dan"].map((name) =>
      spawn(process.execPath, ["-e", agent, here.path, name, "50", way], {
        stdio: ["ignore", "ignore", "inherit"],
      }),
    );
    const ends = agents.map(async (child) => {
      const [code] = await once(child, "exit");
      assert.equal(code, 0);
    });
    let said = 0;
    for (
      let turn = 0;
      agents.some(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      turn += 1
    ) {
      await system.scan(run);
      // Where nothing differs a look takes no turn of the loop, and nobody would hear that an agent ended.
      await setImmediate();
      if (turn % 5 !== 0 || said >= 60) continue;
      said += 1;
      const data = { agent: "user", signal: "SAID", summary: `own ${said}` };
      const sent = await system.send(run, [{ type: "RecordAction", data }], ana);
      assert.ok(!isRefusal(sent), JSON.stringify(sent));
    }
    await Promise.all(ends);
    // What was half written when all ended is broken for good, once it has stood for a while.
    do await system.scan(run);
    while (!parses(here.text()));
    await system.scan(run);
    await system.settle();

    const history = here.lines();
    const at = new Map(history.map(({ summary }, index) => [summary, index]));
    const noted = history.map(({ summary }) => summary).filter((summary) => own.test(summary));
    assert.deepEqual(noted.length, new Set(noted).size, "nothing is there twice");
    const times = history.map((line) => line.at);
    assert.deepEqual(times, [...new Set(times)].toSorted(), "times increase");
    assert.deepEqual(
      noted.filter((summary) => summary.startsWith("own ")),
      Array.from({ length: said }, (_, n) => `own ${n + 1}`),
      "all of the engine's own",
    );
    const kept = here.kept();
    let merged = 0;
    for (const text of here.seen) {
      if (!parses(text)) {
        assert.ok(kept.some((one) => one.text === text && one.why.startsWith("FILE_BROKEN")));
        continue;
      }
      const summaries = linesOf(text).map(({ summary }) => summary);
      const places = summaries.map((summary) => at.get(summary));
      if (places.every((place) => place !== undefined)) {
        const order = places.filter((place) => place !== undefined);
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
          `in order: ${summaries.join(", ")}`,
        );
        merged += 1;
      } else
        assert.ok(
          kept.some((one) => one.text === text),
          `lost: ${summaries.filter((summary) => !at.has(summary)).join(", ")}`,
        );
    }
    t.diagnostic(
      `${noted.length} notes of ${here.seen.size} texts, ${merged} merged, ${kept.length} kept: ${[...new Set(kept.map(({ why }) => why.split("\n")[0]))].join("; ")}; own ${said}`,
    );
    assert.ok(merged >= 5, `${merged} texts were merged`);
    // One that the engine saw, over which an agent wrote before it was taken, is kept, too.
    assert.deepEqual(
      [...new Set(kept.map(({ why }) => why.split("\n")[0] ?? ""))].filter(
        (why) => why !== "FILE_BROKEN: state.json" && !why.startsWith("it was written over "),
      ),
      [],
    );
  });
