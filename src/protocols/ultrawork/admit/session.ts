// Edits of session.json, which shows the whole run: each of its parts is read by what it shows.
import { joined } from "../../../core/admission.ts";
import { pairLists } from "../../../core/difference.ts";
import {
  changesIn,
  derivedKey,
  extrasAsked,
  lacking,
  rejection,
  wrong,
} from "../../../core/edit-reading.ts";
import { unknownOf } from "../../../core/extras.ts";
import { type JsonNode, member } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import {
  finding,
  isSame,
  itemsOf,
  meaning,
  missing,
  nameOf,
  type Part,
  partOf,
  textAt,
  textOf,
  wrongType,
} from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Recorded } from "../../../core/row.ts";
import { childPointer, logPointer } from "../files/extras.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { planner, session } from "../files/session.ts";
import { childTask } from "../files/tasks.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State, TaskId } from "../state.ts";
import { logClaim, logKeys, logSays, verdictsRefused } from "./claims.ts";
import { currentAsked } from "./current.ts";
import { newTask } from "./new-task.ts";
import { asking, type EditRead } from "./part.ts";
import { phaseAsked, plannerDone } from "./phase.ts";
import { grownList } from "./sealed.ts";
import { noWants, saysOtherwise, taskAsked, type Wants } from "./task.ts";

const sessionKeys = keysOf(session);
const plannerKeys = keysOf(planner);
const childKeys = keysOf(childTask);

export type SessionEdit = {
  readonly before: JsonNode;
  /** The text that `before` was read from. */
  readonly former: string;
  readonly after: Part;
  readonly log: readonly Recorded<UltraworkEvent>[];
  /** Commands of the tasks' own files in the same call. */
  readonly wants: ReadonlyMap<TaskId, Wants>;
  /** New task files in the same call. */
  readonly fresh: ReadonlyMap<TaskId, Part>;
};

const goalAsked = ({ before, after }: SessionEdit): EditRead => {
  const part = partOf(after, "goal");
  if (isSame(member(before, "goal"), part)) return {};
  const goal = textOf(part?.node);
  if (part === null) return wrong(missing(after, "goal", "what is wanted"));
  if (goal === null) return wrong(wrongType(part, "a text"));
  return asking(part.pointer, { type: "EditGoal", data: { goal } });
};

const plannerAsked = (state: State, { before, after }: SessionEdit, phased: boolean): EditRead => {
  const part = partOf(after, "planner");
  const old = member(before, "planner");
  if (part === null) return wrong(lacking(after, "planner"));
  if (part.node.is !== "object") return wrong(wrongType(part, "an object"));
  const status = partOf(part, "status");
  const changed = old === null || !isSame(member(old, "status"), status);
  const done = changed && textOf(status?.node) === "completed";
  // The planner's name and times come with the plan; the engine sets them itself.
  const derived = [...plannerKeys].filter((key) => {
    if (done || (phased && key !== "status")) return false;
    return old === null || !isSame(member(old, key), partOf(part, key));
  });
  const findings = derived.map((key) =>
    finding(
      partOf(part, key) ?? part,
      "FIELD_DERIVED",
      `planner.${key} is the engine's`,
      "leave it as it stands; status completed proposes the plan",
    ),
  );
  const proposed =
    done && !phased && status !== null
      ? plannerDone(state, status, nameOf(member(part.node, "agent_id")))
      : {};
  return joined([
    { findings },
    proposed,
    extrasAsked(state, "session.json", old, part, plannerKeys),
  ]);
};

const taskIdOf = (node: JsonNode): string => textAt(node, "id") ?? "";

/** A new entry counts once if the same call has its own file. */
const freshChild = (state: State, entry: Part, fresh: ReadonlyMap<TaskId, Part>): EditRead => {
  const id = taskIdOf(entry.node);
  const own = fresh.get(id);
  if (own === undefined) return newTask(state, entry, null);
  const differing = ["subject", "success_criteria", "blocked_by"].filter(
    (key) => meaning(member(entry.node, key)) !== meaning(member(own.node, key)),
  );
  return { findings: differing.map((key) => saysOtherwise(entry, key, id)) };
};

const goneChild = (state: State, list: Part, id: string): Refusal =>
  state.phase === "PLANNING"
    ? finding(
        list,
        "FIELD_DERIVED",
        `task ${id} is gone from child_tasks, and its own file stands`,
        `take tasks/${id}.json away`,
      )
    : finding(
        list,
        "PLAN_FROZEN",
        `task ${id} is gone from child_tasks, and the run is in ${state.phase}`,
        `a person may waive it: \`cairn send ${state.run} Waive --task ${id} --reason …\``,
      );

/** An existing entry. */
const changedChild = (
  state: State,
  before: JsonNode,
  after: Part,
  wants: SessionEdit["wants"],
): EditRead => {
  if (isSame(before, after)) return {};
  const task = ownOf(state.tasks, taskIdOf(before));
  if (task === undefined) return newTask(state, after, null);
  const place = { file: "session.json", pointer: childPointer(task.id), known: childKeys };
  const other = wants.get(task.id) ?? noWants;
  return taskAsked(state, { task, before, after, ...place, other }).read;
};

const childrenAsked = (state: State, { before, after, wants, fresh }: SessionEdit): EditRead => {
  const part = partOf(after, "child_tasks");
  const old = member(before, "child_tasks");
  if (isSame(old, part)) return {};
  if (part === null) return wrong(lacking(after, "child_tasks"));
  if (part.node.is !== "array") return wrong(wrongType(part, "a list of tasks"));
  const items = itemsOf(part);
  const olds = old?.is === "array" ? old.items : [];
  const ids = items.map(({ node }) => taskIdOf(node));
  const twice = ids.findIndex((id, index) => id !== "" && ids.indexOf(id) !== index);
  const paired = pairLists(olds.map(taskIdOf), ids);
  const pairs = [...paired.kept, ...paired.changed.filter(([, to]) => ids[to] === "")];
  const changed = paired.changed.filter(([, to]) => ids[to] !== "");
  const same = pairs.map(([from, to]): EditRead => {
    const [was, now] = [olds[from], items[to]];
    return was === undefined || now === undefined ? {} : changedChild(state, was, now, wants);
  });
  const added = [...changed.map(([, to]) => to), ...paired.added].toSorted((a, b) => a - b);
  const gone = [...changed.map(([from]) => from), ...paired.gone].map((from) =>
    taskIdOf(olds[from] ?? { is: "null", at: 0, end: 0 }),
  );
  return joined([
    ...same,
    ...added.map((to): EditRead => {
      const entry = items[to];
      if (entry === undefined) return {};
      return ownOf(state.tasks, taskIdOf(entry.node)) === undefined
        ? freshChild(state, entry, fresh)
        : {};
    }),
    {
      findings: [
        ...(twice < 0
          ? []
          : [
              finding(
                items[twice] ?? part,
                "TASK_REPEATED",
                `the id ${ids[twice] ?? ""} is there twice`,
                "an id of its own",
              ),
            ]),
        ...gone.flatMap((id) =>
          ownOf(state.tasks, id) === undefined ? [] : [goneChild(state, part, id)],
        ),
        ...(paired.moved === null
          ? []
          : [
              finding(
                items[paired.moved] ?? part,
                "FIELD_DERIVED",
                "the order of the tasks is the plan's",
                "leave them where they stand",
              ),
            ]),
      ],
    },
  ]);
};

const logAsked = (state: State, { before, former, after, log }: SessionEdit): EditRead => {
  const part = partOf(after, "evidence_log");
  const grown = grownList(member(before, "evidence_log"), part, after, {
    known: logKeys,
    says: logSays,
    code: "EVIDENCE_SEALED",
    name: "evidence_log",
    fits: "leave the entries as they stand and add yours at the end",
  });
  const children = itemsOf(partOf(after, "child_tasks"));
  const authorOf = (task: string): string | null => {
    const child = children.find(({ node }) => textAt(node, "id") === task);
    return child === undefined ? null : nameOf(member(child.node, "worker_agent_id"));
  };
  const said = grown.added.map((entry) => logClaim(state, entry, authorOf));
  const own = log.flatMap((event) =>
    event.type === "RunAdopted" ? event.data.found.evidenceLog : [],
  ).length;
  const extras = grown.kept.map(({ index, before: was, after: now }): EditRead => {
    const shown = unknownOf(
      { doc: { path: now.doc.path, text: former }, pointer: "", node: was },
      logKeys,
    );
    const kept = { pointer: logPointer(index), own: shown };
    const asked = extrasAsked(state, "session.json", was, now, logKeys, kept);
    if (asked.rest === undefined || index >= own) return asked;
    return rejection(
      now,
      "EVIDENCE_SEALED",
      "an entry that was adopted stays as it was found",
      "leave it as it stands",
    );
  });
  return joined([
    ...extras,
    {
      claims: said.flatMap(({ claims }) => claims),
      findings: [
        ...grown.findings,
        ...said.flatMap(({ findings }) => findings),
        ...verdictsRefused(
          grown.added.filter((entry) => textAt(entry.node, "task_id") === state.verifyId),
        ),
      ],
    },
  ]);
};

const derivedKeys = ["version", "session_task_id", "started_at", "verify_task_id"];

export const sessionAsked = (state: State, edit: SessionEdit): EditRead => {
  const { before, after } = edit;
  if (after.node.is !== "object") return wrong(wrongType(after, "an object"));
  const planner = member(after.node, "planner");
  const by = planner === null ? null : nameOf(member(planner, "agent_id"));
  const phase = partOf(after, "phase");
  const phased =
    !isSame(member(before, "phase"), phase) &&
    state.phase === "PLANNING" &&
    textOf(phase?.node) === "EXECUTION";
  return joined([
    goalAsked(edit),
    childrenAsked(state, edit),
    logAsked(state, edit),
    ...changesIn(before, after, derivedKeys, (_, key) =>
      wrong(derivedKey(after, key, "is the engine's")),
    ),
    extrasAsked(state, "session.json", before, after, sessionKeys),
    currentAsked(state, before, after),
    plannerAsked(state, edit, phased),
    ...phaseAsked(state, before, after, by),
  ]);
};
