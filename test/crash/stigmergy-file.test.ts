// Crash tests of stigmergy's state file: kills between append and file (acceptance 4).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { open } from "../../src/open.ts";
import { compiled } from "../fixtures/compiled.ts";
import { ana, linesOf } from "../fixtures/stigmergy-room.ts";

const top = join(import.meta.dirname, "../..");

/** Says one thing after the other, each under a name of its own, and tells when it is acknowledged. */
const sayer = `
import { open } from ${JSON.stringify(join(top, "src/open.ts"))};
const [run, from] = process.argv.slice(1);
const system = await open({ cwd: process.cwd(), env: {} });
for (let n = Number(from); ; n += 1) {
  const data = { agent: "user", signal: "SAID", summary: "said " + n };
  const sent = await system.send(run, [{ type: "RecordAction", data }], { kind: "person", name: "ana" }, "say-" + n);
  process.stdout.write(("code" in sent ? JSON.stringify(sent) : n) + "\\n");
}
`;

test("killed at any moment, what was acknowledged is in the file once, and the file always parses", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "cairn-killed-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const system = await open({ cwd: root, env: {} });
  const started = await system.start("stigmergy", { goal: "Sell plants", name: "Seed shop" }, ana);
  assert.ok("run" in started, JSON.stringify(started));
  await system.settle();
  const file = join(root, ".ai/state.json");
  let acknowledged = 0;
  for (let kill = 0; kill < 8; kill += 1) {
    const child: ChildProcessByStdio<null, Readable, null> = spawn(
      process.execPath,
      ["--input-type=module", "-e", sayer, started.run, String(acknowledged + 1)],
      {
        cwd: root,
        env: { ...process.env, ...compiled },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const ended = once(child, "exit");
    let heard = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      assert.equal(Number(line), acknowledged + 1, line);
      acknowledged += 1;
      heard += 1;
      linesOf(readFileSync(file, "utf8"));
      // Each time at another place between an append and the next rename.
      if (heard === 3 + kill * 2) child.kill("SIGKILL");
    }
    assert.deepEqual(await ended, [null, "SIGKILL"]);
    linesOf(readFileSync(file, "utf8"));
  }
  await system.scan(started.run);
  await system.settle();
  const said = linesOf(readFileSync(file, "utf8")).flatMap(({ signal, summary }) =>
    signal === "SAID" ? [summary] : [],
  );
  await system.close();
  // The last one may have been written down before it could be told.
  const expected = Array.from({ length: said.length }, (_, n) => `said ${n + 1}`);
  assert.deepEqual(said, expected);
  assert.ok(said.length >= acknowledged && acknowledged >= 80, `${said.length} of ${acknowledged}`);
});
