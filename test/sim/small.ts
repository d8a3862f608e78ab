// Why: one small story is crashed at every single call, before and after it, and its caches are deleted at every one: it must always come to the same end.
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { makeEdits } from "./troubles.ts";
import type { Mishap } from "./machine.ts";
import type { Story } from "./story.ts";
import { play } from "./play.ts";
import { endOf } from "./tell.ts";
import { makeUltraworkWorld } from "./ultrawork-world.ts";
import type { UltraworkWorld } from "./ultrawork-world.ts";

const quiet = { kills: 0, faults: 0, stalls: 0, deaths: 0, reboots: 0, jumps: 0, edits: 0, wipes: 0, meddlings: 0 };

/** An explorer, a planner, two tasks in a row of which the second fails its check at first, a verifier: each kind of job once. */
export const small: Story = {
  plan: {
    tasks: [
      { id: "1", subject: "Task 1", files: ["src/1.ts"], success_criteria: [{ criteria: "1 holds", command: "holds src/1.ts" }] },
      {
        id: "2",
        subject: "Task 2",
        blocked_by: ["1"],
        files: ["src/2.ts"],
        success_criteria: [{ criteria: "2 holds", command: "holds src/2.ts" }],
      },
    ],
    verify: { success_criteria: [{ criteria: "the whole suite passes", command: "suite", type: "test_result" }] },
  },
  given: false,
  options: { mode: "auto", explorers: 1, baseline: true, max_attempts: 5, max_workers: 2, max_iterations: 3, check_timeout_s: 20 },
  agents: 2,
  runners: 1,
  skill: 1,
  troubles: quiet,
  claims: 0,
  acts: 0,
  slow: 1,
  roughMs: 120_000,
  snapshotEvery: 7,
  before: {},
};

/** wiped: caches and projections are deleted just before the call. */
export const blows = ["kill before", "kill after", "fault before", "fault after", "wiped"] as const;
/** What happens to call `at`. */
export type Blow = { readonly at: number; readonly is: (typeof blows)[number] };

const mishaps: Readonly<Record<Blow["is"], Mishap>> = {
  "kill before": { is: "kill", when: "before" },
  "kill after": { is: "kill", when: "after" },
  "fault before": { is: "fault", when: "before" },
  "fault after": { is: "fault", when: "after" },
  wiped: null,
};

const timed = new Set(["started_at", "completed_at", "updated_at", "timestamp"]);
const named = new Set(["worker_agent_id", "agent_id"]);

/** The files as the ledger makes them, without times and names. */
const filesOf = (world: UltraworkWorld): string => {
  const state = world.watch.state();
  if (state === null) return "";
  const files = ultrawork.write(state, world.watch.log);
  const plain = (text: string): unknown =>
    JSON.parse(text, (key, value: unknown) =>
      typeof value === "string" && timed.has(key) ? "then" : typeof value === "string" && named.has(key) ? "somebody" : value,
    );
  return JSON.stringify(Object.entries(files).map(([path, text]) => [path, plain(text)])).replace(/\btask-[0-9a-f]{6}\b/gu, "somebody");
};

export type SmallEnd = {
  readonly broken: string | null;
  readonly trail: readonly string[];
  readonly calls: number;
  readonly phase: string;
  readonly files: string;
  readonly resolved: string;
  /** Whose calls were struck, and which they were. */
  readonly struck: string;
};

export const tellSmall = async (...struckAt: readonly Blow[]): Promise<SmallEnd> => {
  const struck: string[] = [];
  let number = 0;
  const world: UltraworkWorld = makeUltraworkWorld({
    seed: 1,
    story: small,
    steady: true,
    mishap: ({ proc, what }) => {
      if (proc.kind === "agent" || world.calm) return null;
      number += 1;
      // A program that was started is never told as not started.
      if (what.startsWith("launches") && struckAt.some(({ at, is }) => at === number && is.startsWith("fault"))) return null;
      const blow = struckAt.find(({ at }) => at === number);
      if (blow === undefined) return null;
      struck.push(`${blow.is} call ${number} (${proc.name}: ${what})`);
      if (blow.is === "wiped") makeEdits(world).wipe(world.chance.fork("wipe"), true);
      return mishaps[blow.is];
    },
  });
  const told = await endOf(world, play);
  const resolved = world.watch.log.flatMap((event) => (event.type === "TaskResolved" ? [event.data.task] : []));
  return {
    broken: told.broken,
    trail: world.trail,
    calls: number,
    phase: world.watch.state()?.phase ?? "",
    files: filesOf(world),
    resolved: resolved.toSorted().join(" "),
    struck: struck.join(", "),
  };
};

/** How an end differs from that of the story that nobody struck; null: it doesn't. */
export const difference = (end: SmallEnd, calm: SmallEnd): string | null => {
  const what =
    end.broken ??
    (end.phase !== calm.phase
      ? `it ends in ${end.phase}`
      : end.resolved !== calm.resolved
        ? `tasks ${end.resolved} are resolved`
        : end.files !== calm.files
          ? "its files are others"
          : null);
  return what === null ? null : `${end.struck}: ${what}`;
};
