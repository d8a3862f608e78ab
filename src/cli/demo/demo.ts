// Why: the main job, shown on a real repository with real processes: plan, approval, workers, a SIGKILL, proof, verdict.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/refusal.ts";
import { has } from "../args.ts";
import { paint } from "../style.ts";
import type { Context } from "../verb.ts";
import { count } from "../words.ts";
import { type Account, accounts, rowOf } from "./account.ts";
import { done, type Ended, launcher, start } from "./child.ts";
import { goal } from "./project.ts";
import { setStage } from "./stage.ts";

export type Shown = {
  readonly run: string;
  readonly root: string;
  readonly folder: string;
  readonly good: boolean;
  /** At which event the runner was killed. */
  readonly killedAt: number;
  readonly tasks: readonly Account[];
};

/** Events that tell the story; the rest is in `cairn log`. */
const told =
  /#\d+ (ExplorationRecorded|PlannerStarted|PlanProposed|PlanApproved|PhaseEntered|BaselineRecorded|TaskStarted|WorkClaimed|ClaimFlagged|EvidenceRecorded|TaskResolved|TaskReturned|SweepOpened|SweepPassed|VerifierStarted|VerdictRecorded|RunCompleted|RunFailed)\b/;

const tree = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();

export const runDemo = async (context: Context): Promise<readonly Shown[]> => {
  const page = context.page();
  const say = (text = ""): void => (has(context.given, "json") ? context.note(text) : context.tell({ json: null, text: () => text }));
  const chapter = (text: string): void => say(`\n${paint(page, "strong", text)}`);
  const program = launcher();
  const inside = relative(context.cwd, program);
  const name = inside.startsWith("..") ? "cairn" : `node ${inside}`;

  chapter("A small real project");
  const stage = await setStage(context.env);
  const { root, home } = stage;
  const env = { ...stage.env, COLUMNS: String(Number.isFinite(page.width) ? page.width - 2 : 110), NO_COLOR: "1" };
  say(`${root}: a git repository with a failing test (the cart ignores quantities) and two features missing.`);
  say("The agents are scripted, so no model is needed; files, processes, checks and the ledger are real.");

  const type = (argv: readonly string[]): void =>
    say(paint(page, "dim", `$ cairn ${argv.map((word) => (/^[\w./=:-]+$/.test(word) ? word : `"${word}"`)).join(" ")}`));
  const cairn = (argv: readonly string[], line?: (text: string) => void) => start([process.execPath, program, ...argv], root, env, line);
  const run = async (argv: readonly string[], expected: readonly number[] = [0]): Promise<Ended> =>
    done(cairn(argv), `cairn ${argv[0] ?? ""}`, expected);
  const story = (text: string): void => {
    if (told.test(text)) say(`  ${text}`);
  };

  chapter("1. A goal becomes a plan: explorers, then a planner");
  const first = ["run", "ultrawork", goal, "--home", home, "--max-workers", "3"];
  type(first);
  await done(cairn(first, story), "cairn run", [3]);
  const id = (await run(["log", "--json"])).out.map((line) => /"run":"([^"]+)"/.exec(line)?.[1]).find((found) => found !== undefined);
  if (id === undefined) throw new Fault("DEMO_FAILED", "the ledger shows no run", `Look into ${root}.`);

  chapter("2. A plan waits for a person; the demo answers as one");
  for (const line of (await run(["status", id])).out) say(`  ${line}`);
  const approve = ["decide", id, "approve-1", "approve"];
  type(approve);
  await run(approve);

  chapter("3. Workers side by side, each criterion proved by the engine; half-way the runner gets SIGKILL");
  type(["run", id]);
  let killedAt = 0;
  const doomed = cairn(["run", id], (text) => {
    if (killedAt > 0) return;
    story(text);
    const resolved = /#(\d+) TaskResolved\b/.exec(text);
    if (resolved === null) return;
    killedAt = Number(resolved[1]);
    doomed.kill();
  });
  const { signal, exit } = await doomed.ended;
  if (signal !== "SIGKILL" || killedAt === 0)
    throw new Fault(
      "DEMO_FAILED",
      `the runner ended by itself (${exit ?? signal ?? "nothing"}) before it could be killed`,
      `Look into ${root}.`,
    );
  say(paint(page, "bad", `  the runner (process ${doomed.pid}) is dead by SIGKILL, right after event #${killedAt}`));
  say("  the agents' own processes are hosted apart; nobody reads their reports now");
  await sleep(1_000);
  for (const line of (await run(["status", id])).out) say(`  ${line}`);

  chapter("4. Gone on with: finished work is adopted, live work is watched again, nothing is redone");
  type(["run", id]);
  const last = await done(cairn(["run", id], story), "cairn run", [0, 4]);

  chapter("5. Did any finished task run twice? The ledger says");
  const rows = (await run(["log", id, "--json"])).out.flatMap((line) => rowOf(line) ?? []);
  const tasks = accounts(rows);
  for (const { task, begun, resolved, redone } of tasks)
    say(
      `  task ${task}: begun ${count(begun, "time")}, resolved ${count(resolved, "time")}, begun again after that ${count(redone, "time")}`,
    );
  const redone = tasks.some((task) => task.redone > 0 || task.resolved !== 1);
  say(
    redone
      ? paint(page, "bad", "  a finished task ran twice: that must not happen")
      : paint(page, "good", "  no finished task ran twice; a task begun twice was returned by a failed check"),
  );
  for (const line of (await run(["verify", id])).out) say(`  ${line}`);

  chapter("6. The files, made from the ledger");
  const session = readdirSync(home, { recursive: true, withFileTypes: true }).find((entry) => entry.name === "session.json");
  const folder = session === undefined ? home : session.parentPath;
  say(`  ${folder}`);
  for (const path of tree(folder)) say(`    ${path}`);

  chapter("7. The proofs");
  for (const line of (await run(["evidence", id])).out) say(`  ${line}`);

  chapter("Look around yourself");
  for (const argv of [
    `status ${id}`,
    `log ${id}`,
    `evidence ${id} 3 --recheck`,
    `show ${id} --file session.json --at ${killedAt}`,
    "verify",
  ])
    say(`  ${name} ${argv} --root ${root}`);
  say(`  everything lies in ${stage.folder}; remove it when you are done`);
  if (redone) throw new Fault("DEMO_FAILED", "a finished task ran twice", `Look into ${root}.`);
  return [{ run: id, root, folder, good: last.exit === 0, killedAt, tasks }];
};
