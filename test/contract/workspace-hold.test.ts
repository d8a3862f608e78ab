// What a job came to is dealt with by one process at a time, and by the next one as soon as that one is dead.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { compiled } from "../fixtures/compiled.ts";
import { ownFolder } from "./workspace-folder.ts";
import { spoolJob } from "./workspace-spool-job.ts";

const open = async (t: TestContext) => {
  const home = join(ownFolder(t), ".cairn");
  const { spool, processes } = await openWorkspace({ home });
  return { home, spool, processes, folder: await spool.make(spoolJob("r1", 1), "") };
};

test("whoever is dead holds nothing, and whoever lives does until he lets go", async (t) => {
  const { folder, home, processes, spool } = await open(t);
  const dead = {
    self: { pid: spawnSync(process.execPath, ["--version"]).pid, start: "1" },
    alive: processes.alive,
  };
  const reused = {
    self: { pid: process.pid, start: "of another process" },
    alive: processes.alive,
  };
  for (const before of [dead, reused]) assert.equal(await spool.hold(folder, before), true);
  assert.equal(await spool.hold(folder, processes), true);
  assert.equal(await spool.hold(folder, processes), false);
  // One that looked for a dead one's link may put this one back just after it was let go.
  const link = join(home, "spool/r1/.held-1");
  const name = readlinkSync(link);
  await spool.letGo(folder);
  symlinkSync(name, link);
  assert.equal(await spool.hold(folder, processes), true);
});

test("what is held of an entry that is gone goes with its folder", async (t) => {
  const { folder, home, processes, spool } = await open(t);
  assert.equal(await spool.hold(folder, processes), true);
  await spool.remove(folder);
  await spool.list("r1");
  assert.deepEqual(readdirSync(join(home, "spool")), []);
  assert.equal(await spool.hold(folder, processes), true);
  await spool.letGo(folder);
});

test(
  "of many processes one at a time holds it, though each is killed while it does",
  { timeout: 60_000 },
  async (t) => {
    const { home, folder } = await open(t);
    const script = join(home, "../hold.ts");
    writeFileSync(
      script,
      `import { writeFileSync, unlinkSync } from "node:fs";
import { openWorkspace } from ${JSON.stringify(join(import.meta.dirname, "../../src/workspace/open-workspace.ts"))};
const [home = "", folder = "", alone = ""] = process.argv.slice(2);
const { processes, spool } = await openWorkspace({ home });
while (!(await spool.hold(folder, processes))) await new Promise((resolve) => setTimeout(resolve, 1));
writeFileSync(alone, "", { flag: "wx" });
unlinkSync(alone);
process.kill(process.pid, "SIGKILL");
`,
    );
    const run = (): Promise<unknown[]> =>
      once(
        spawn(process.execPath, [script, home, folder, join(home, "../alone")], {
          env: { ...process.env, ...compiled },
          stdio: "inherit",
        }),
        "exit",
      );
    const ended = await Promise.all([1, 2, 3, 4, 5, 6].map(run));
    assert.deepEqual(
      ended,
      Array.from({ length: 6 }, () => [null, "SIGKILL"]),
    );
  },
);
