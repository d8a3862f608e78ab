// Tests of a run and a report that outlast a PostgreSQL outage of minutes.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Desk, desk } from "../e2e/desk.ts";
import { auto, type Step } from "../e2e/one-file.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { startPostgres } from "./server.ts";
import { until } from "./story.ts";

const file = (task: string): string => `${task}.txt`;
const is = (task: string) => [
  { criteria: `${file(task)} is there`, command: `test -e ${file(task)}` },
];
const plan = {
  tasks: ["1", "2"].map((task) => ({
    id: task,
    subject: `Make ${task}`,
    success_criteria: is(task),
  })),
  verify: { success_criteria: is("1") },
};
const report: Step = { status: "done", summary: "It is there.", evidence: [] };
const judgements = [
  { task: "1", criterion: 1, judgement: "met", note: "" },
  { task: "2", criterion: 1, judgement: "met", note: "" },
  { task: "verify", criterion: 1, judgement: "met", note: "" },
];
const verdict = { verdict: "PASS", judgements, issues: [], notes: "" };

/** Tells that it began, and goes on when it may. */
const begins = (folder: string, task: string): readonly Step[] => [
  {
    run: [
      "sh",
      "-c",
      `touch ${folder}/began-${task}; while ! test -e ${folder}/go; do sleep 0.1; done`,
    ],
  },
  { write: { path: file(task), text: `${task}\n` } },
];
/** What it is told on its way is kept beside. */
const handsIn = (folder: string): Step => {
  const words = `"$1" "$2" report --data "$3" > ${folder}/handed 2> ${folder}/told; echo $? > ${folder}/exit`;
  return {
    run: ["sh", "-c", words, "sh", process.execPath, builtLauncher(), JSON.stringify(report)],
  };
};

/** Of two workers one ends in the outage by its last words, the other by `cairn job report`. */
const shop = (t: TestContext): Desk => {
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  const { folder } = here;
  const script = join(folder, "script.json");
  const jobs = [
    { role: "worker", unit: "1", steps: [...begins(folder, "1"), { report }] },
    { role: "worker", unit: "2", steps: [...begins(folder, "2"), handsIn(folder)] },
    { role: "verifier", steps: [{ report: verdict }] },
  ];
  writeFileSync(script, JSON.stringify({ jobs }));
  const config = {
    agents: { scripted: { driver: "scripted", argv: [script] } },
    roles: { "*": "scripted" },
    runner: { agents: 2 },
    // Workers write beside the repository.
    fence: "off",
  };
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify(config));
  return here;
};

/** When an outage of so many ms is told, as it is said then: an attempt may come a second or two late. What falls into the last two seconds may be said or not. */
const due = (ms: number): readonly RegExp[] => [
  /^doesn't answer$/,
  ...(ms > 32_000 ? [/^has not answered for 3[0-2] s$/] : []),
  ...Array.from({ length: Math.max(0, Math.floor((ms - 2_000) / 60_000)) }, (_, minute) =>
    minute === 0
      ? /^has not answered for 6[0-2] s$/
      : new RegExp(`^has not answered for ${minute + 1} min$`, "u"),
  ),
];

/** The server is away for as many ms as are asked for. */
export const longAway = async (t: TestContext, ms: number): Promise<void> => {
  const server = await startPostgres({ settings: ["fsync=off"] });
  t.after(() => server.remove());
  const env = { CAIRN_LEDGER: `${server.database()}?project=away` };
  const here = shop(t);
  const kept = (name: string): string => join(here.folder, name);
  const began = performance.now();
  const lines: string[] = [];
  const heard = (text: string): void => {
    for (const line of text.split("\n").filter((one) => one !== "")) lines.push(line);
    for (const line of text.split("\n").filter((one) => /server/.test(one)))
      t.diagnostic(`${((performance.now() - began) / 1000).toFixed(1)} s: ${line}`);
  };
  const running = here.cairn([...auto, "--verbose"], { env, heard });
  await until("both workers are at it", () =>
    ["began-1", "began-2"].every((name) => existsSync(kept(name))),
  );
  server.stop("immediate");
  const away = performance.now();
  t.diagnostic(`${((away - began) / 1000).toFixed(1)} s: the server is stopped`);
  await until("it is told", () => lines.some((line) => line.includes("doesn't answer")));
  const toldMs = performance.now() - away;
  assert.ok(toldMs < 10_000, `it was told after ${Math.round(toldMs)} ms`);
  writeFileSync(kept("go"), "");
  await until(
    "the agent is told, too",
    () => existsSync(kept("told")) && readFileSync(kept("told"), "utf8").includes("doesn't answer"),
  );
  await sleep(Math.max(0, ms - (performance.now() - away)));
  assert.deepEqual(
    ["exit", "handed"].map(
      (name) => existsSync(kept(name)) && readFileSync(kept(name), "utf8") !== "",
    ),
    [false, false],
  );
  t.diagnostic(`${((performance.now() - began) / 1000).toFixed(1)} s: the server is started`);
  const lasted = performance.now() - away;
  server.start();
  const ended = await running;
  assert.equal(ended.exit, 0, ended.out + ended.err);

  const told = lines.flatMap((line) => /warning the ledger's server (.*)$/.exec(line)?.[1] ?? []);
  const words = told.map((line) => line.split(" (", 1)[0] ?? "");
  const expected = due(lasted);
  assert.ok(
    expected.every((word, index) => word.test(words[index] ?? "")),
    words.join("\n"),
  );
  assert.equal(words.at(-1), "answers again");
  assert.ok(words.length <= expected.length + 2, words.join("\n"));
  for (const line of told.slice(0, -1))
    assert.match(line, /: it is waited for, and jobs under way go on; Ctrl-C ends the wait$/);

  const agent = readFileSync(kept("told"), "utf8");
  t.diagnostic(`the agent was told:\n${agent}`);
  assert.match(agent, /the ledger's server doesn't answer .*: it is waited for/);
  assert.match(agent, /the ledger's server answers again\n$/);
  assert.equal(readFileSync(kept("exit"), "utf8").trim(), "0", agent);
  assert.match(readFileSync(kept("handed"), "utf8"), /handed in/);
  assert.doesNotMatch(ended.out, /lost|lapsed|stopped|refused/);
  const log = await here.cairn(["log", "s", "--json"], { env });
  for (const [type, times] of [
    ["JobBegun", 3],
    ["WorkClaimed", 2],
    ["UnitReturned", 0],
  ] as const)
    assert.equal(log.out.match(new RegExp(`"${type}"`, "g"))?.length ?? 0, times, type);
  const verified = await here.cairn(["verify", "s"], { env });
  assert.equal(verified.exit, 0, verified.out + verified.err);
};
