// Main story of the demo, with real processes: plan, approval, two agents, a false "done", a SIGKILL, proof.
import { Fault } from "../../core/refusal.ts";
import { finished } from "./child.ts";
import type { Desk, DemoRun } from "./desk.ts";
import type { FollowedEvent } from "./follow.ts";
import { goal } from "./project.ts";
import { isTask, storyOf } from "./story.ts";
import { isRecord } from "../../core/record.ts";

type Row = { readonly type: string; readonly version: number; readonly task: string | null };
type Account = {
  readonly task: string;
  readonly begun: number;
  readonly resolved: number;
  /** Work repeated after it was done: must be 0. */
  readonly redone: number;
};

/** A line of `cairn log --json`. */
const rowOf = (line: string): Row | null => {
  const row: unknown = JSON.parse(line);
  if (!isRecord(row) || typeof row["type"] !== "string" || typeof row["version"] !== "number")
    return null;
  const data = row["data"];
  return {
    type: row["type"],
    version: row["version"],
    task: isRecord(data) && typeof data["unit"] === "string" ? data["unit"] : null,
  };
};

const accounts = (rows: readonly Row[]): readonly Account[] => {
  const own = Map.groupBy(
    rows.filter(({ type, task }) => (type === "JobBegun" || type === "UnitDone") && isTask(task)),
    ({ task }) => task ?? "",
  );
  return [...own].map(([task, events]) => {
    const resolved = events.filter(({ type }) => type === "UnitDone");
    const first = resolved[0]?.version ?? Number.POSITIVE_INFINITY;
    const begun = events.filter(({ type }) => type === "JobBegun");
    return {
      task,
      begun: begun.length,
      resolved: resolved.length,
      redone: begun.filter(({ version }) => version > first).length,
    };
  });
};

export type Worked = DemoRun & {
  /** The last event before the runner was killed. */
  readonly killedAt: number;
  readonly tasks: readonly Account[];
};

/** Runs it with its agents and kills it when one task is done, another was sent back and the next agent has just begun. */
const killed = async (
  { root, say, paint, follow }: Desk,
  id: string,
  tell: (event: FollowedEvent) => void,
): Promise<number> => {
  const seen = new Set<string>();
  let killedAt = 0;
  const { signal, exit } = await follow(["run", id], (event, runner) => {
    if (killedAt === 0) tell(event);
    const due = event.type === "JobBegun" && seen.has("UnitDone") && seen.has("UnitReturned");
    seen.add(event.type);
    if (killedAt > 0 || !due) return;
    killedAt = event.version;
    runner.kill();
  });
  if (signal !== "SIGKILL" || killedAt === 0)
    throw new Fault(
      "DEMO_FAILED",
      `the runner ended (${exit ?? signal ?? "unknown"}) before it could be killed`,
      `Look into ${root}.`,
    );
  say(
    paint(
      "bad",
      `  SIGKILL: the runner is dead, right after event ${killedAt}; agents at work go on`,
    ),
  );
  return killedAt;
};

export const ultrawork = async (desk: Desk): Promise<Worked> => {
  const { root, home, say, paint, chapter, type, run, show, follow, deliver } = desk;
  let [id, folder] = ["", ""];
  const tell = (event: FollowedEvent): void => {
    ({ run: id, folder } = event);
    for (const { tone, text } of storyOf(event))
      say(`  ${tone === null ? text : paint(tone, text)}`);
  };

  chapter("1. A goal becomes a plan: each task with the check that proves it");
  const first = [
    "run",
    "ultrawork",
    goal,
    "--home",
    home,
    "--explorers",
    "0",
    "--max-workers",
    "2",
  ];
  await finished({ ended: follow(first, tell) }, "cairn run", [3]);
  if (id === "") throw new Fault("DEMO_FAILED", "the ledger shows no run", `Look into ${root}.`);
  say("  The plan waits for you. The demo approves it:");
  const approve = ["decide", id, "approve-1", "approve"];
  type(approve);
  await run(approve);

  chapter('2. Two agents at a time. One says "done" and is wrong; then the runner is killed');
  const killedAt = await killed(desk, id, tell);
  await show(["status", id]);

  chapter("3. Resumed by the same command: nothing that was done is done again");
  const last = await finished({ ended: follow(["run", id], tell) }, "cairn run", [0, 4]);
  const tasks = accounts(
    (await run(["log", id, "--json"])).out.flatMap((line) => rowOf(line) ?? []),
  );
  if (tasks.some((task) => task.redone > 0 || task.resolved !== 1))
    throw new Fault("DEMO_FAILED", "a finished task ran twice", `Look into ${root}.`);
  say(
    paint(
      "good",
      `  The ledger: ${tasks.length} tasks, each finished once; none began again after that.`,
    ),
  );

  chapter("4. The proof: what Cairn ran, on which files, with which exit code");
  await show(["evidence", id, "2"]);
  await show(["verify", id]);

  chapter("5. Your checkout is untouched so far: the work lies on a branch. Take it");
  await deliver(id);
  return { protocol: "ultrawork", run: id, root, folder, good: last.exit === 0, killedAt, tasks };
};
