// Comparison for tests of lies: everything that a reader of the run would take for progress.
import { isRecord } from "../../src/core/record.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import type { System } from "../../src/runtime/system.ts";

export type Counted = Readonly<Record<string, unknown>>;

const part = (value: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> =>
  isRecord(value) ? Object.fromEntries(keys.map((key) => [key, value[key]])) : {};
const mapped = (value: unknown, each: (value: unknown) => unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one)]))
    : null;
const listed = (value: unknown, each: (value: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(each) : null;

/** Entries that a file calls verified. */
const verifiedIn = (text: string): readonly string[] => {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (isRecord(value) && value["verified"] === true) found.push(JSON.stringify(value));
    if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
  };
  walk(JSON.parse(text));
  return found;
};

/** Phase, plan, tasks, proofs, verdict, decisions, and what the files call verified; never claims, flags or refused edits. */
export const counted = async (system: System, run: string): Promise<Counted> => {
  const state = await system.state(run);
  const files = await system.files(run);
  if (!isRecord(state) || isRefusal(files))
    throw new Error(`the run can't be read: ${JSON.stringify(files)}`);
  const json = Object.entries(files).filter(([path]) => path.endsWith(".json"));
  return {
    ...part(
      state,
      "phase",
      "goal",
      "paused",
      "iteration",
      "order",
      "bypasses",
      "verdicts",
      "options",
      "completedAt",
      "failureReason",
    ),
    plan: part(state["plan"], "rev", "state", "approvedBy"),
    sweep: part(state["sweep"], "no", "state", "tree", "verdict"),
    questions: state["questions"],
    involved: state["involved"],
    ...part(state, "status", "archived"),
    nodes: mapped(state["nodes"], (node) =>
      part(node, "status", "doubt", "how", "session", "outputPath", "artifacts", "task"),
    ),
    tasks: mapped(state["tasks"], (task) => ({
      ...part(task, "status", "waived", "attempts", "allowance", "blockedBy", "worker", "files"),
      criteria: isRecord(task)
        ? listed(task["criteria"], (one) =>
            part(one, "text", "check", "chosenBy", "proof", "waived"),
          )
        : null,
    })),
    verified: Object.fromEntries(json.map(([path, text]) => [path, verifiedIn(text)])),
    phases: json.map(([, text]) => part(JSON.parse(text), "phase")["phase"] ?? null),
  };
};
