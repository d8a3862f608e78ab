// Two hundred fenced programs, after which nothing of them is left: no process, mount, folder or descriptor.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "../../../src/runtime/host/child.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";
import { commandOf, parentOf, processes } from "./proc.ts";

const starts = 200;

/** Its own children, ended ones that nobody asked after among them, and whatever names the folder. */
const living = (folder: string): number =>
  processes().filter(
    (pid) => parentOf(pid) === String(process.pid) || commandOf(pid).includes(folder),
  ).length;

const counted = (folder: string) => ({
  processes: living(folder),
  mounts: readFileSync("/proc/self/mountinfo", "utf8").split("\n").length,
  folders: readdirSync(tmpdir()).filter(
    (name) => name.startsWith(`cairn-tmp-${process.pid}-`) || name.startsWith("cairn-in-"),
  ).length,
  descriptors: readdirSync("/proc/self/fd").length,
  state: readdirSync(join(folder, "shop/.git/cairn")).toSorted().join(" "),
});

test("two hundred fenced starts leave no process, mount, folder or descriptor", async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-starts-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [root, place] = [join(folder, "shop"), join(folder, "places/shop/slots/a/tree")];
  for (const path of [join(root, ".git/cairn/state"), place, join(folder, "home/.agent")])
    mkdirSync(path, { recursive: true });
  const workspace = await openWorkspace({ home: join(root, ".git/cairn") });
  const fences = await workspace.fences();
  const env = { PATH: process.env["PATH"] ?? "", HOME: join(folder, "home") };
  const folders = [{ path: ".agent", copies: [], logins: [], sessions: ["talks"], returns: null }];
  const start = async (n: number): Promise<void> => {
    const state = {
      home: join(root, ".git/cairn"),
      cwd: place,
      thread: [String(n % 4)],
      folders,
      env,
    };
    const fenced = await fences.around({
      root,
      writable: [place],
      readable: [],
      shows: [],
      programs: [],
      hidden: [join(root, ".git/cairn")],
      state,
      env,
      work: { commit: null, commands: [] },
    });
    assert.ok(fenced !== null);
    const mark = `starts.${process.pid}`;
    const ran = await runProgram(
      {
        argv: [
          "sh",
          "-c",
          "(setsid sleep 60 &) ; echo x > ~/.agent/x; echo x > /tmp/x; echo x > x",
        ],
        env: { ...fenced.env, CAIRN_MARK: mark },
        cwd: place,
        stdin: null,
        mark,
        fence: { fenced, network: n % 2 === 0 },
        ms: 60_000,
        bytes: 1_000,
        output: () => undefined,
      },
      workspace.processes,
      new AbortController().signal,
    );
    await fenced.close();
    assert.deepEqual([ran.exit, ran.why], [0, null]);
  };
  await start(0);
  const before = counted(folder);
  for (let n = 0; n < starts; n += 1) await start(n);
  assert.deepEqual(counted(folder), before);
});
