// Edits of a task in its own file and in session.json, merged into one request.
import { joined } from "../../../core/admission.ts";
import { derivedKey, extrasAsked, rejection, wrong } from "../../../core/edit-reading.ts";
import { type JsonNode, member } from "../../../core/json.ts";
import {
  finding,
  isSame,
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
import type { Path } from "../../../core/row.ts";
import { evidencePointer } from "../files/extras.ts";
import type { State, Task, TaskId } from "../state.ts";
import { evidenceKeys, evidenceSays, taskClaim, verdictsRefused } from "./claims.ts";
import type { EditRead } from "./part.ts";
import { planAsked } from "./plan.ts";
import { grownList } from "./sealed.ts";
import { statusAsked, statuses } from "./status.ts";

/** What an edit of a task requests, to compare it with the task's other place. */
export type Wants = {
  readonly keys: ReadonlyMap<string, string>;
  readonly said: ReadonlySet<string>;
};
export const noWants: Wants = { keys: new Map(), said: new Set() };

export type TaskEdit = {
  readonly task: Task;
  readonly before: JsonNode;
  readonly after: Part;
  /** File that stores the task's unknown keys. */
  readonly file: Path;
  readonly pointer: string;
  /** All keys known at this place. */
  readonly known: ReadonlySet<string>;
  /** Requests from the other place. */
  readonly other: Wants;
};

const planKeys: readonly string[] = [
  "subject",
  "description",
  "complexity",
  "files",
  "success_criteria",
  "blocked_by",
  "checks",
];
const times: readonly string[] = ["started_at", "completed_at"];

const evidenceSaid = (entry: Part): string =>
  ["criteria", "command", "output"].map((key) => meaning(member(entry.node, key))).join("\n");

const evidenceAsked = ({
  state,
  task,
  before,
  after,
  file,
  pointer,
  other,
}: TaskEdit & { readonly state: State }) => {
  const by = nameOf(member(after.node, "worker_agent_id"));
  const grown = grownList(member(before, "evidence"), partOf(after, "evidence"), after, {
    known: evidenceKeys,
    says: evidenceSays,
    code: "EVIDENCE_SEALED",
    name: `task ${task.id}'s evidence`,
    fits: "leave the entries as they stand and add yours; `verified` is the engine's",
  });
  const fresh = grown.added.filter((entry) => !other.said.has(evidenceSaid(entry)));
  const said = fresh.map((entry) => taskClaim(state, task.id, entry, by));
  const extras = grown.kept.map((one) => {
    const text = (key: string): string => textAt(one.before, key) ?? "";
    const verified = member(one.before, "verified");
    const entry = {
      criteria: text("criteria"),
      command: text("command"),
      output: text("output"),
      verified: verified?.is === "boolean" && verified.value,
      timestamp: text("timestamp"),
    };
    const own =
      task.criteria.find((criterion) => criterion.text === entry.criteria)?.claim?.extras ?? [];
    const kept = { pointer: evidencePointer(pointer, task.found, entry), own };
    return extrasAsked(state, file, one.before, one.after, evidenceKeys, kept);
  });
  const guarded = task.id === state.verifyId ? verdictsRefused(grown.added) : [];
  const read: EditRead = joined([
    ...extras,
    {
      claims: said.flatMap(({ claims }) => claims),
      findings: [...grown.findings, ...said.flatMap(({ findings }) => findings), ...guarded],
    },
  ]);
  return { read, said: new Set(grown.added.map(evidenceSaid)), newest: grown.added.at(-1) };
};

/** @param unit the task whose own file it contradicts */
export const saysOtherwise = (entry: Part, key: string, unit: TaskId): Refusal => ({
  ...finding(
    partOf(entry, key) ?? entry,
    "EDIT_AMBIGUOUS",
    `${key} of task ${unit} says one thing in session.json and another in its own file`,
    "one of the two alone, or the same in both",
  ),
  unit,
});

/** Keys in which both places may differ. */
const apart = (
  edit: TaskEdit,
  keys: readonly string[],
): { readonly read: EditRead; readonly left: readonly string[] } => {
  const { other, after, task } = edit;
  const differing = keys.filter(
    (key) => other.keys.has(key) && other.keys.get(key) !== meaning(member(after.node, key)),
  );
  return {
    read: wrong(...differing.map((key) => saysOtherwise(after, key, task.id))),
    left: keys.filter((key) => !other.keys.has(key)),
  };
};

export const taskAsked = (
  state: State,
  edit: TaskEdit,
): { readonly read: EditRead; readonly wants: Wants } => {
  const { task, before, after, known, file, pointer } = edit;
  if (after.node.is !== "object")
    return { read: wrong(wrongType(after, "an object")), wants: noWants };
  const differs = (key: string): boolean =>
    known.has(key) && !isSame(member(before, key), partOf(after, key));
  const asked = [...planKeys, "status"].filter(differs);
  const { read: ambiguous, left } = apart(edit, asked);
  const evidence = evidenceAsked({ ...edit, state });
  const by = nameOf(member(after.node, "worker_agent_id"));
  const to = partOf(after, "status");
  const status = statuses.find((one) => one === textOf(to?.node));
  const moves = asked.includes("status");
  const statusRead = (): EditRead => {
    if (to === null) return { findings: [missing(after, "status", statuses.join(", "))] };
    if (status === undefined)
      return rejection(
        to,
        "STATUS_UNKNOWN",
        `the status of task ${task.id} is none that a task has`,
        statuses.join(", "),
      );
    const newest = evidence.newest;
    const said =
      newest === undefined ? "" : (textOf(newest.node) ?? textAt(newest.node, "output") ?? "");
    return statusAsked(state, { task, to: status, part: to, by, said });
  };
  // Worker and times follow from the status; the engine sets both itself.
  const derived = ["id", ...(moves ? [] : ["worker_agent_id", ...times])].filter(differs);
  const read = joined([
    ambiguous,
    planAsked(state, { task, before, after, keys: left.filter((key) => key !== "status") }),
    evidence.read,
    wrong(...derived.map((key) => derivedKey(after, key, "is the engine's"))),
    left.includes("status") ? statusRead() : {},
    extrasAsked(state, file, before, after, known, { pointer }),
  ]);
  return {
    read,
    wants: {
      keys: new Map(asked.map((key) => [key, meaning(member(after.node, key))])),
      said: evidence.said,
    },
  };
};
