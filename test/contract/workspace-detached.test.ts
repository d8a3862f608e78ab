// Tests of processes started ahead: one line of input, or nothing where the starter is gone.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { builtLauncher } from "../fixtures/built.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

const waitFor = async (what: () => boolean): Promise<void> => {
  for (const until = Date.now() + 20_000; !what(); await sleep(5))
    assert.ok(Date.now() < until, "it never came");
};
/** Writes what it was told into a file, at once and whole, when its input has ended. */
const listener = (file: string): readonly string[] => [
  process.execPath,
  "-e",
  `const fs = require("node:fs"); const text = fs.readFileSync(0, "utf8"); fs.writeFileSync(${JSON.stringify(file)} + ".new", text); fs.renameSync(${JSON.stringify(file)} + ".new", ${JSON.stringify(file)});`,
];
const textOf = async (file: string): Promise<string> => {
  await waitFor(() => existsSync(file));
  return readFileSync(file, "utf8");
};

test("what was started ahead is told one line, or that there is nothing to do", async (t) => {
  const folder = ownFolder(t);
  const { processes } = await openWorkspace({ home: join(folder, ".cairn") });
  const [told, dropped] = [join(folder, "told"), join(folder, "dropped")];
  const first = await processes.detach(listener(told), {}, folder);
  const text = 'a\n"ü" \\ 山';
  await first.tell(text);
  first.drop();
  assert.equal(await textOf(told), `${JSON.stringify(text)}\n`);
  const second = await processes.detach(listener(dropped), {}, folder);
  second.drop();
  second.drop();
  assert.equal(await textOf(dropped), "");
});

test("who is gone before he is told is said to be", async (t) => {
  const folder = ownFolder(t);
  const { processes } = await openWorkspace({ home: join(folder, ".cairn") });
  const gone = await processes.detach([process.execPath, "-e", "0"], {}, folder);
  await waitFor(() => {
    try {
      process.kill(gone.pid, 0);
      return false;
    } catch {
      return true;
    }
  });
  await assert.rejects(gone.tell("x"), { code: "PROCESS_GONE" });
});

test("where whoever started it is killed before he says anything, its input ends", async (t) => {
  const folder = ownFolder(t);
  const file = join(folder, "heard");
  const script = `const { openWorkspace } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/workspace/open-workspace.ts"))});
const { processes } = await openWorkspace({ home: ${JSON.stringify(join(folder, ".cairn"))} });
await processes.detach(${JSON.stringify(listener(file))}, {}, ${JSON.stringify(folder)});
process.stdout.write("started");
setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(parent.stdout, "data");
  assert.equal(existsSync(file), false);
  parent.kill("SIGKILL");
  assert.equal(await textOf(file), "");
});

test("a host that nobody tells a job ends well and makes nothing", async (t) => {
  const folder = ownFolder(t);
  const cairn = builtLauncher();
  for (const said of ["", '"half a line']) {
    const host = spawn(process.execPath, [cairn, "host", "-"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "pipe"],
    });
    let out = "";
    for (const stream of [host.stdout, host.stderr])
      stream.on("data", (chunk: Buffer) => (out += chunk.toString()));
    host.stdin.end(said);
    const [code] = await once(host, "close");
    assert.deepEqual([code, out, existsSync(join(folder, ".cairn"))], [0, "", false]);
  }
});
