// New task files in an ultrawork folder: added to the draft, refused once execution began.
import type { taskInput } from "../shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import { rejection, wrong } from "../../../core/edit-reading.ts";
import { member } from "../../../core/json.ts";
import { itemsOf, missing, nameOf, type Part, partOf, textAt } from "../../../core/part.ts";
import type { Path } from "../../../core/row.ts";
import { childPointer } from "../files/extras.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { task as declared } from "../files/tasks.ts";
import type { State } from "../state.ts";
import { taskClaim } from "./claims.ts";
import { newExtras } from "./extras.ts";
import { checksOf, criteriaOf, plainKeys, plainOf } from "./fields.ts";
import type { EditRead } from "./part.ts";

/** All keys of a task's file. */
export const taskKeys = keysOf(declared);

type Input = Of<typeof taskInput>;

/** @param named id from the file's name; null for an entry in session.json */
export const newTask = (state: State, task: Part, named: string | null): EditRead => {
  const id = textAt(task.node, "id");
  if (id === null)
    return wrong(missing(task, "id", named === null ? "an id of its own" : JSON.stringify(named)));
  if (named !== null && id !== named)
    return rejection(
      partOf(task, "id") ?? task,
      "TASK_ID_INVALID",
      `the file is named ${named}.json, and its id is ${JSON.stringify(id)}`,
      `the id ${JSON.stringify(named)}, or a file of its own name`,
    );
  if (state.phase !== "PLANNING")
    return rejection(
      task,
      "PLAN_FROZEN",
      `task ${JSON.stringify(id)} isn't in the plan, and the run is in ${state.phase}`,
      `a person: \`cairn send ${state.run} AddTask --data @FILE\``,
    );
  const subject = partOf(task, "subject");
  const criteria = partOf(task, "success_criteria");
  const { fields, findings } = plainOf(task, plainKeys);
  const read =
    criteria === null
      ? { criteria: [], findings: [] }
      : criteriaOf(criteria, checksOf(partOf(task, "checks")));
  const faults = [
    ...(subject === null ? [missing(task, "subject", "what the task is, in a few words")] : []),
    ...(criteria === null
      ? [
          missing(
            task,
            "success_criteria",
            "a list of texts, each something that can be shown to hold",
          ),
        ]
      : []),
    ...findings,
    ...read.findings,
  ];
  if (faults.length > 0) return wrong(...faults);
  const input: Input = {
    id,
    ...fields,
    subject: fields.subject ?? "",
    success_criteria: read.criteria,
  };
  const by = nameOf(member(task.node, "worker_agent_id"));
  const said = itemsOf(partOf(task, "evidence")).map((entry) => taskClaim(state, id, entry, by));
  const file: Path = named === null ? "session.json" : `tasks/${id}.json`;
  const pointer = named === null ? childPointer(id) : "";
  return {
    rest: [
      { command: { type: "AddTask", data: { task: input } }, at: task.pointer, by: null },
      ...said.flatMap(({ claims }) => claims),
      ...newExtras(file, pointer, task, taskKeys),
    ],
    findings: said.flatMap(({ findings: one }) => one),
  };
};
