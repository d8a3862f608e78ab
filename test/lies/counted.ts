// Comparison for tests of lies: everything that a reader of the run would take for progress.
import { isRecord } from "../../src/core/json/record.ts";
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

/** Phase, plan, units, proofs, verdict, decisions, and what the files call verified; never claims, flags or refused edits. */
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
      "round",
      "bypasses",
      "verdict",
      "options",
      "end",
      "completedAt",
      "failureReason",
    ),
    plan: part(state["plan"], "rev", "state", "approvedBy"),
    questions: state["questions"],
    ...part(state, "status", "archived"),
    nodes: mapped(state["nodes"], (node) =>
      part(node, "status", "doubt", "how", "session", "outputPath", "artifacts", "task"),
    ),
    units: listed(state["units"], (unit) => ({
      ...part(unit, "id", "status", "waived", "tries", "allowance", "after", "worker", "workers"),
      criteria: isRecord(unit)
        ? listed(unit["criteria"], (one) =>
            part(one, "text", "check", "chosenBy", "proof", "waived"),
          )
        : null,
    })),
    verified: Object.fromEntries(json.map(([path, text]) => [path, verifiedIn(text)])),
    phases: json.map(([, text]) => part(JSON.parse(text), "phase")["phase"] ?? null),
  };
};
