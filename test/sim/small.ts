// Small ultrawork story with each kind of job, for crashes at every call.
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { unitDone } from "../../src/work/events/units.ts";
import type { Story } from "./story.ts";
import { calmly, type Small } from "./struck.ts";
import type { UltraworkWorld } from "./ultrawork-world.ts";

/** An explorer, a planner, two tasks in a row of which the second fails its check at first, a verifier: each kind of job once. */
const story: Story = {
  plan: {
    tasks: [
      {
        id: "1",
        subject: "Task 1",
        success_criteria: [{ criteria: "1 holds", command: "holds src/1.ts" }],
      },
      {
        id: "2",
        subject: "Task 2",
        blocked_by: ["1"],
        success_criteria: [{ criteria: "2 holds", command: "holds src/2.ts" }],
      },
    ],
    verify: {
      success_criteria: [
        { criteria: "the whole suite passes", command: "suite", type: "test_result" },
      ],
    },
  },
  given: false,
  explorers: 1,
  options: { mode: "auto", max_attempts: 5, max_workers: 2, max_iterations: 3, timeout_s: 20 },
  ...calmly,
  roughMs: 120_000,
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
      typeof value === "string" && timed.has(key)
        ? "then"
        : typeof value === "string" && named.has(key)
          ? "somebody"
          : value,
    );
  return JSON.stringify(Object.entries(files).map(([path, text]) => [path, plain(text)])).replace(
    /\b(?:task|verify|planner|explorer)-[0-9a-f]{6}\b/gu,
    "somebody",
  );
};

export const small: Small<UltraworkWorld, Story> = {
  story,
  end: (world) => ({
    files: filesOf(world),
    done: world.watch.log
      .flatMap((event) =>
        unitDone.is(event) && /^\d/u.test(event.data.unit) ? event.data.unit : [],
      )
      .toSorted()
      .join(" "),
  }),
};
