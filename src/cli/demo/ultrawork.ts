// Why: the main job, shown on a real repository with real processes: plan, approval, workers, a SIGKILL, proof, verdict.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/refusal.ts";
import { count } from "../words.ts";
import { type Account, accounts, rowOf } from "./account.ts";
import { done } from "./child.ts";
import type { Desk, Shown } from "./desk.ts";
import { goal } from "./project.ts";

export type Worked = Shown & {
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

export const ultrawork = async (desk: Desk): Promise<Worked> => {
  const { root, home, say, paint, chapter, type, cairn, run, show } = desk;
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
  await show(["status", id]);
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
  say(paint("bad", `  the runner (process ${doomed.pid}) is dead by SIGKILL, right after event #${killedAt}`));
  say("  the agents' own processes are hosted apart; nobody reads their reports now");
  await sleep(1_000);
  await show(["status", id]);

  chapter("4. Resumed: finished work is adopted, live work is watched again, nothing is redone");
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
      ? paint("bad", "  a finished task ran twice: that must not happen")
      : paint("good", "  no finished task ran twice; a task begun twice was returned by a failed check"),
  );
  await show(["verify", id]);

  chapter("6. The files, made from the ledger");
  const session = readdirSync(home, { recursive: true, withFileTypes: true }).find((entry) => entry.name === "session.json");
  const folder = session === undefined ? home : session.parentPath;
  say(`  ${folder}`);
  for (const path of tree(folder)) say(`    ${path}`);

  chapter("7. The proofs");
  await show(["evidence", id]);
  if (redone) throw new Fault("DEMO_FAILED", "a finished task ran twice", `Look into ${root}.`);
  return { protocol: "ultrawork", run: id, root, folder, good: last.exit === 0, killedAt, tasks };
};
