// How a program that began is told from a fence that couldn't be made.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "../../../src/runtime/host/child.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";

/** Runs a script in bubblewrap's place. */
const run = async (script: string) => {
  const { processes } = await openWorkspace({ home: join(tmpdir(), "none") });
  const fenced = {
    env: {},
    own: {},
    filter: null,
    wrap: () => ["sh", "-c", script],
    doorway: () => "",
    close: () => Promise.resolve(),
  };
  const mark = `told.${process.pid}`;
  const { exit, why, started } = await runProgram(
    {
      argv: ["true"],
      env: { PATH: process.env["PATH"] ?? "", CAIRN_MARK: mark },
      cwd: "/",
      stdin: null,
      mark,
      fence: { fenced, network: false },
      ms: 20_000,
      bytes: 10_000,
      output: () => undefined,
    },
    processes,
    new AbortController().signal,
  );
  return { exit, why, started };
};

test("a program that failed with the fence's own exit code and words has failed by itself", async () => {
  const words = `echo '{ "child-pid": 7 }' >&3; echo '{ "exit-code": 1 }' >&3`;
  assert.deepEqual(await run(`${words}; echo 'bwrap: no' >&2; exit 1`), {
    exit: 1,
    why: null,
    started: true,
  });
});

test("one that was killed has begun, too", async () => {
  assert.deepEqual(await run(`echo '{ "child-pid": 7 }' >&3; kill -9 $$`), {
    exit: null,
    why: "killed by SIGKILL",
    started: true,
  });
});

test("a fence that couldn't be made is named with its own words", async () => {
  assert.deepEqual(await run("echo 'bwrap: No permissions to create namespace' >&2; exit 1"), {
    exit: null,
    why: "cannot be started: no fence could be made for it: bwrap: No permissions to create namespace",
    started: false,
  });
});
