// A path that was to be hidden and is gone by the time of its mount: the program starts all the same.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { realHands } from "../../../src/runtime/host/hands.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";

test("a fence that was torn before anything ran in it is made anew", async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-torn-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [root, place] = [join(folder, "shop"), join(folder, "places/shop/slots/a/tree")];
  for (const path of [join(root, ".git/cairn"), place]) mkdirSync(path, { recursive: true });
  const workspace = await openWorkspace({ home: join(root, ".git/cairn") });
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder };
  const fenced = await (
    await workspace.fences()
  ).around({
    root,
    writable: [place],
    readable: [],
    shows: [],
    programs: [],
    hidden: [],
    state: null,
    env,
    work: { commit: null, commands: [] },
  });
  assert.ok(fenced !== null);
  t.after(() => fenced.close());
  let asked = 0;
  const torn: typeof fenced = {
    ...fenced,
    wrap: (...how) => {
      const argv = fenced.wrap(...how);
      asked += 1;
      if (asked > 1 || typeof argv === "string") return argv;
      const end = argv.indexOf("--");
      const gone = ["--ro-bind", "/dev/null", "/usr/a-socket-that-was-here"];
      return [...argv.slice(0, end), ...gone, ...argv.slice(end)];
    },
  };
  const ran = await realHands.run(
    {
      argv: ["true"],
      cwd: place,
      env,
      stdin: null,
      mark: `torn.${process.pid}`,
      fence: { fenced: torn, network: false },
      ms: 20_000,
      bytes: 4_096,
      output: () => undefined,
    },
    workspace.processes,
    new AbortController().signal,
  );
  assert.deepEqual([ran.exit, ran.why, asked], [0, null, 2]);
});
