// Tasks of a found folder as drafts, and what the rules of a plan say of them, each at its place.
import type { Refusal } from "../../../core/refusal.ts";
import type { Remarks } from "../../../core/remarks.ts";
import { ring } from "../../../work/graph.ts";
import {
  planFindings,
  type PlanField,
  type PlanRules,
  unitFindings,
} from "../../../work/plan-rules.ts";
import type { Draft } from "../../../work/unit.ts";
import type { SeenSession } from "./session.ts";
import type { SeenTask } from "./task.ts";
import type { Merged, Merging } from "./units.ts";

const fields = {
  id: "id",
  title: "subject",
  text: "description",
  after: "blocked_by",
  criteria: "success_criteria",
} as const satisfies Readonly<Record<PlanField, keyof SeenTask>>;
/** A pointer of these rules is the number of a unit and a field of it. */
const rules: PlanRules = {
  auto: false,
  most: 200,
  noun: "task",
  pointer: (index, field) => `${index}/${field}`,
};
const isField = (text: string): text is PlanField => Object.hasOwn(fields, text);
/** The form of ids is judged with the units. */
const judgedElsewhere = new Set(["UNIT_ID_INVALID", "UNIT_MALFORMED", "UNIT_REPEATED"]);

/** Without checks, which no rule looks at. */
export const draftOf = ({ id, task, criteria }: Merged, kind: "task" | "verify"): Draft => ({
  id,
  kind,
  title: task.subject,
  text: task.description,
  after: task.blocked_by,
  criteria: criteria.map((text) => ({ text, check: null, chosenBy: null })),
  more: task.complexity === null ? {} : { complexity: task.complexity },
});

/** @param approved a draft may break the rules: whoever proposes it mends it */
export const remarkPlan = (
  { tasks, verify }: Merging,
  session: SeenSession | null,
  approved: boolean,
  notes: Remarks,
): void => {
  const say = approved ? notes.error : notes.warn;
  for (const { id, task } of tasks) {
    const isBare = !task.success_criteria.some((text) => text.trim() !== "");
    const text = `task ${id} has no criterion; it is given its subject, without a check`;
    if (isBare) notes.warn(task.at("success_criteria"), "CRITERIA_EMPTY", text);
  }
  const drafts = tasks.map((one) => draftOf(one, "task"));
  const put = (all: readonly Merged[], findings: readonly Refusal[]): void => {
    for (const { code, text, pointer = "" } of findings) {
      const [index = "", field = ""] = pointer.split("/");
      const { task } = all[Number(index)] ?? {};
      const spot = isField(field) ? task?.at(fields[field]) : session?.at("child_tasks");
      if (spot !== undefined && !judgedElsewhere.has(code)) say(spot, code, text);
    }
  };
  const [begin] = ring(drafts) ?? [];
  const first = tasks.findIndex(({ id }) => id === begin);
  const found = planFindings(drafts, rules).map((one) =>
    one.code === "GRAPH_CYCLIC" ? { ...one, pointer: `${first}/after` } : one,
  );
  // A draft may still have no task. Of one task alone nothing is said that others would have to show.
  if (session === null)
    put(
      tasks,
      drafts.flatMap((one, index) => unitFindings(one, index, rules)),
    );
  else put(tasks, approved ? found : found.filter(({ code }) => code !== "PLAN_EMPTY"));
  if (verify !== null) put([verify], unitFindings(draftOf(verify, "verify"), 0, rules, 0));
};
