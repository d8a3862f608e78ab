// Tests of verbs called from within a job: refused, or signed as an agent's.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { chain, digest } from "../../src/core/hash.ts";
import { endLine, rowLine } from "../../src/runtime/care/export-lines.ts";
import { example } from "../formats/folders.ts";
import { asTyped, at, desk, type Desk, type Typed } from "./desk.ts";

const kin = [{ process: { pid: 1, start: "s1" }, mark: null, ofCairn: true }];
const within: readonly Typed[] = [
  { kin },
  { env: { CAIRN_MARK: "elsewhere.1" } },
  { env: { CAIRN_TOKEN: "1.x" } },
];
const plan = JSON.stringify({
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [{ criteria: "it is there", command: "test -e one.txt" }],
    },
  ],
  verify: { success_criteria: [{ criteria: "still there", command: "test -e one.txt" }] },
});

const waiting = async ({ ends }: Desk): Promise<string> => {
  const started = await ends(0, "run --later ultrawork Goal --plan plan.json --session s --json");
  return String(at(started.json(), "run"));
};
const refused = async ({ cairn }: Desk, argv: readonly string[], typed: Typed): Promise<void> => {
  const { exit, err } = await cairn(argv, typed);
  assert.deepEqual([exit, /SENDER_WRONG/u.test(err)], [2, true], `${argv.join(" ")}: ${err}`);
};

/** The export of a run with one event more: its plan was approved, by ana. */
const forged = (text: string, run: string): string => {
  const lines = text.trimEnd().split("\n");
  const values = lines.map((line): ReturnType<typeof JSON.parse> => JSON.parse(line));
  const rows = lines.filter((_, index) => typeof values[index].cause === "string");
  const last = values.findLast((value) => typeof value.cause === "string");
  const by = JSON.stringify({ kind: "person", name: "ana" });
  const more = {
    run,
    version: last.version + 1,
    type: "PlanApproved",
    at: last.at,
    by,
    cause: "forged",
    data: '{"rev":1,"by":"ana"}',
  };
  const head = chain(last.hash, more);
  const first = JSON.stringify({ ...values[0], version: more.version, head });
  return `${[first, ...rows, rowLine({ ...more, hash: head }), endLine({ events: rows.length + 1, head, outputs: 0, first: digest(first) })].join("\n")}\n`;
};

test("events that an agent wrote itself, in a person's name, are brought back by nobody from within a job", async (t) => {
  const here = desk(t, { "plan.json": plan });
  const run = await waiting(here);
  const file = join(here.folder, "s.jsonl");
  await here.ends(0, asTyped`export s --to ${file} --without-outputs`);
  writeFileSync(file, forged(readFileSync(file, "utf8"), run));
  const before = (await here.cairn("log s --json")).out;
  for (const typed of within) {
    await refused(here, ["restore", file, "--yes"], typed);
    assert.equal(
      (await here.cairn(["restore", file, "--dry-run"], typed)).exit,
      0,
      "looking is everybody's",
    );
  }
  assert.equal((await here.cairn("log s --json")).out, before);
  // A person who restores it believes it: that is what he was warned of.
  await here.ends(0, ["restore", file, "--yes"]);
  assert.match((await here.cairn("log s")).out, /person:ana +PlanApproved/u);
});

test("doctor looks for anybody, and mends for nobody within a job", async (t) => {
  const here = desk(t, { "plan.json": plan });
  await waiting(here);
  for (const typed of within) {
    await here.ends(0, "doctor", typed);
    await refused(here, ["doctor", "--fix"], typed);
  }
  await here.ends(0, "doctor --fix");
});

test("no folder is adopted from within a job: whose work it holds is a person's word", async (t) => {
  const here = desk(t);
  const old = join(here.folder, "team/sessions/old");
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, "session.json"), example);
  for (const typed of within) await refused(here, ["adopt", old, "--convert"], typed);
});

test("from within a job its own run is driven by nobody, without its environment either, and another only if an agent started it", async (t) => {
  const here = desk(t, { "plan.json": plan });
  const run = await waiting(here);
  const own = [{ process: { pid: 1, start: "s1" }, mark: `${run}.1`, ofCairn: false }];
  const driving = await here.cairn("run s --hand", { kin: own });
  assert.deepEqual([driving.exit, /of that very run/u.test(driving.err)], [2, true], driving.err);
  for (const typed of within) await refused(here, ["run", "s", "--hand"], typed);
  const agents = ["ultrawork", "Another", "--session", "b", "--home", join(here.folder, "b")];
  await here.ends(3, ["run", ...agents, "--hand"], { kin });
  assert.match((await here.cairn("log b")).out, /agent:\S+ +RunStarted|agent:\S+ +\w*Started/u);
  await here.ends(3, "run b --hand", { kin });
});
