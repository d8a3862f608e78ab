// Tests of process ancestry with real processes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { openProcesses } from "../../src/workspace/processes.ts";

const linux = { skip: process.platform === "linux" ? false : "reads /proc" };
const probe = `const { openProcesses } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/workspace/processes.ts"))});
const processes = openProcesses();
const kin = processes.kin();
console.log(JSON.stringify({ first: kin[0]?.process.pid === process.pid, alive: kin.every(({ process }) => processes.alive(process)), marks: kin.map(({ mark }) => mark).filter((mark) => mark?.startsWith("t.")) }));`;

/** What a program sees that a shell's words start with this environment. */
const seen = (words: string, env: NodeJS.ProcessEnv): unknown => {
  const bare = { PATH: process.env["PATH"], NODE: process.execPath, PROBE: probe };
  const { stdout, stderr } = spawnSync("sh", ["-c", words], {
    env: { ...bare, ...env },
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  return JSON.parse(stdout);
};
const call = '"$NODE" --input-type=module -e "$PROBE"';

test(
  "those above a process are told nearest first, each alive, with the marks that they were started with",
  linux,
  () => {
    const { self, kin } = openProcesses();
    assert.deepEqual(kin()[0]?.process, self);
    assert.ok(kin().some(({ process: { pid } }) => pid === process.ppid));
    const mark = { CAIRN_MARK: "t.1" };
    assert.deepEqual(seen(`${call}; true`, mark), {
      first: true,
      alive: true,
      marks: ["t.1", "t.1"],
    });
    assert.deepEqual(seen(`env -u CAIRN_MARK ${call}; true`, mark), {
      first: true,
      alive: true,
      marks: ["t.1"],
    });
    assert.deepEqual(seen(`export CAIRN_MARK=t.2; ${call}; true`, mark), {
      first: true,
      alive: true,
      marks: ["t.2", "t.1"],
    });
    assert.deepEqual(
      seen(`unset CAIRN_MARK; ${call}; true`, mark),
      { first: true, alive: true, marks: ["t.1"] },
      "what it began with counts",
    );
    assert.deepEqual(seen(`export OTHER=CAIRN_MARK=t.3 CAIRN_MARK=; ${call}; true`, {}), {
      first: true,
      alive: true,
      marks: [],
    });
  },
);

test(
  "a host is told by what it was started with, though those below it dropped all of that",
  linux,
  () => {
    const hosts = `const { openProcesses } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/workspace/processes.ts"))});
console.log(JSON.stringify(openProcesses().kin().map(({ ofCairn }) => ofCairn).filter(Boolean).length));`;
    const bare = `env -i "$NODE" --input-type=module -e "$HOSTS"; true`;
    assert.equal(seen(bare, { CAIRN_HOST: "1", HOSTS: hosts }), 1);
    assert.equal(seen(bare, { CAIRN_HOST: "", HOSTS: hosts }), 0);
  },
);
