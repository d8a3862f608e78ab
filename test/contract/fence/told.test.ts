// How a program that a shell becomes, as on macOS, is told from a fence that couldn't be made. Seatbelt itself isn't run: its own words are left out.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "../../../src/runtime/host/child.ts";
import { seatbeltTelling } from "../../../src/workspace/fence/seatbelt.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";

const fence = { writable: [], readable: [], hidden: [], mounts: [], network: false } as const;
const withoutSeatbelt = (argv: readonly string[]): readonly string[] => {
  const words = seatbeltTelling(fence, undefined, argv);
  assert.equal(words[0], "/usr/bin/sandbox-exec");
  return words.slice(words.indexOf("-p") + 2);
};

const run = async (
  script: string,
  wrap: (argv: readonly string[]) => readonly string[],
  stop: "INT" | null = null,
) => {
  const { processes } = await openWorkspace({ home: join(tmpdir(), "none") });
  const stopping = new AbortController();
  let out = "";
  const fenced = {
    env: {},
    own: {},
    apart: false,
    filter: null,
    wrap,
    doorway: () => "",
    close: () => Promise.resolve(),
  };
  const mark = `told.${process.pid}`;
  const { exit, why, started, reason } = await runProgram(
    {
      argv: ["sh", "-c", script, "two words"],
      env: { PATH: process.env["PATH"] ?? "", CAIRN_MARK: mark },
      cwd: "/",
      stdin: null,
      mark,
      fence: { fenced, network: false },
      ms: 20_000,
      bytes: 10_000,
      output: (_from, chunk) => {
        out += chunk.toString();
        if (stop !== null && out.includes("ready")) stopping.abort();
      },
    },
    processes,
    stopping.signal,
  );
  return { exit, why, started, reason, out };
};

test("a program that began and failed with the fence's own exit code and words has failed by itself", async () => {
  const told = await run("echo 'sandbox-exec: no' >&2; exit 65", withoutSeatbelt);
  assert.deepEqual(told, {
    exit: 65,
    why: null,
    started: true,
    reason: "exit",
    out: "sandbox-exec: no\n",
  });
});

test("one that was killed has begun, too", async () => {
  assert.deepEqual(await run("kill -9 $$", withoutSeatbelt), {
    exit: null,
    why: "killed by SIGKILL",
    started: true,
    reason: "killed",
    out: "",
  });
});

test("a fence that couldn't be made is named with its own words", async () => {
  const told = await run("true", () => [
    "sh",
    "-c",
    "echo 'sandbox-exec: sandbox_apply: Operation not permitted' >&2; exit 71",
  ]);
  assert.equal(told.started, false);
  assert.match(
    told.why ?? "",
    /no fence could be made for it: sandbox-exec: sandbox_apply: Operation not permitted$/u,
  );
});

test("its words reach the program as they are, and the descriptor that told doesn't", async () => {
  const { out } = await run('echo "$0"; echo x 2>/dev/null >&3 || echo closed', withoutSeatbelt);
  assert.equal(out, "two words\nclosed\n");
});

test("an interruption goes to the program and what stands in its group", async () => {
  const { out } = await run(
    "trap 'echo interrupted; exit 3' INT; echo ready; while :; do sleep 0.05; done",
    withoutSeatbelt,
    "INT",
  );
  assert.match(out, /^ready\ninterrupted\n$/u);
});
