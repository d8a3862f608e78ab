// Hand edits of a work node: a file may claim that an agent's node began, ended or was given back; it ends no check and answers no question.
import { withoutNulls } from "../../../core/json/record.ts";
import { joined } from "../../../kit/edits/admission.ts";
import {
  changed,
  changesIn,
  derivedKey,
  lacking,
  quietChanges,
  rejection,
  wrong,
} from "../../../kit/edits/edit-reading.ts";
import { digest } from "../../../core/hash.ts";
import type { JsonNode } from "../../../core/json/json.ts";
import { finding, type Part } from "../../../kit/document/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../../core/refusal.ts";
import type { PlayerCommand } from "../commands.ts";
import type { ResultInput } from "../shapes.ts";
import { checkGated } from "../decider/step.ts";
import { askedNodes, isAsked, isCheck, isHeld, isOver, leadingBack, workNode } from "../nodes.ts";
import { outputFile, place } from "../place.ts";
import type { NodeId, NodeStatus, State, WorkState } from "../state.ts";
import { keptOutput } from "../template/kept-output.ts";
import { asking, type EditRead, statusOf, textOrNull, textsOrNull } from "./values.ts";

export type NodeEdit = {
  readonly id: NodeId;
  readonly node: WorkState;
  readonly before: JsonNode | null;
  readonly after: Part;
};

const says = ["status", "session_id", "output_path", "artifacts", "error", "cli_task_id"] as const;
const times = ["started_at", "completed_at"] as const;

type Given = {
  readonly session: string | null;
  readonly path: string | null;
  readonly artifacts: readonly string[] | null;
  readonly error: string | null;
  readonly task: string | null;
};

const givenOf = (after: Part): Given | readonly Refusal[] => {
  const [session, path, error, task] = [
    textOrNull(after, "session_id"),
    textOrNull(after, "output_path"),
    textOrNull(after, "error"),
    textOrNull(after, "cli_task_id"),
  ];
  const artifacts = textsOrNull(after, "artifacts");
  const wrong = [session, path, error, task, artifacts].filter((one) => isRefusal(one));
  if (
    isRefusal(session) ||
    isRefusal(path) ||
    isRefusal(error) ||
    isRefusal(task) ||
    isRefusal(artifacts)
  )
    return wrong;
  return { session, path, artifacts, error, task };
};
const isGiven = (given: Given | readonly Refusal[]): given is Given => "artifacts" in given;

/** Output file that the agent wrote in this attempt. */
const written = (
  state: State,
  { id, node }: NodeEdit,
  facts: Facts,
): { readonly output?: string; readonly output_by?: "agent" } => {
  const text = facts.files[`${place(state)}/${outputFile(id)}`]?.text;
  return text === undefined || text === "" || digest(keptOutput(text)) === node.last?.output
    ? {}
    : { output: text, output_by: "agent" };
};

const resultOf = (
  state: State,
  edit: NodeEdit,
  { session, path, artifacts, error }: Given,
  ok: boolean,
  facts: Facts,
): ResultInput => ({
  ok,
  ...(ok
    ? {}
    : { reason: "file" as const, error: error ?? "its file says that it failed, and not why" }),
  ...withoutNulls({ session, output_path: path, artifacts }),
  ...written(state, edit, facts),
});

/** Returns the command with which a person can do the same. */
const answering = (state: State, id: NodeId, to: NodeStatus): string => {
  if (state.archived) return `a person: \`cairn archive --back ${state.run}\``;
  if (isOver(state)) return `a person: \`cairn resume ${state.run} --retry\``;
  const answer = to === "completed" ? "accept --note WHY" : to === "skipped" ? "skip" : "retry";
  return askedNodes(state).includes(id)
    ? `a person: \`cairn decide ${state.run} ${id} ${answer}\``
    : `\`cairn run ${state.run}\` plays it; if it fails, a person may skip it`;
};

const gated = (state: State, part: Part, id: NodeId, to: NodeStatus): EditRead =>
  rejection(
    part,
    "NODE_GATED",
    `what follows for ${id} is a person's to say, and a file has no author`,
    answering(state, id, to),
  );

/** Handles an edited status. */
const moved = (
  state: State,
  edit: NodeEdit,
  to: NodeStatus,
  part: Part,
  given: Given,
  facts: Facts,
): EditRead => {
  const { id, node, before, after } = edit;
  if (node.status === "completed" || node.status === "skipped")
    return rejection(
      part,
      "NODE_COMPLETED",
      `${id} is ${node.status}, and what was played is never played again by a file`,
      leadingBack(state, id),
    );
  const template = workNode(state, id);
  if (node.status === "pending" && template !== null && isCheck(template, facts)) {
    const { code, text, fits = "" } = checkGated(state, id);
    return rejection(part, code, text, fits);
  }
  if (to === "skipped" || isAsked(node)) return gated(state, part, id, to);
  const error = to === "failed" ? null : changed(before, after, "error");
  if (error !== null && given.error !== null)
    return rejection(
      error,
      "EDIT_AMBIGUOUS",
      `${id} is called ${to}, and has an error`,
      "status failed, or no error",
    );
  const fresh = node.status === "pending";
  const attempt = fresh ? node.attempt + 1 : node.attempt;
  const { task, session } = given;
  const begin: PlayerCommand = {
    type: "StartNode",
    data: { node: id, attempt, hosted: false, ...(task === null ? {} : { task }) },
  };
  const bind: PlayerCommand[] =
    !fresh && task !== null && task !== node.task
      ? [{ type: "BindTask", data: { node: id, attempt, task } }]
      : [];
  if (to === "pending")
    return asking(part.pointer, {
      type: "ReleaseNode",
      data: { node: id, attempt, why: "its file says so" },
    });
  const first = fresh ? [begin] : bind;
  if (to === "running") {
    const bound: PlayerCommand[] =
      session === null ? [] : [{ type: "BindSession", data: { node: id, attempt, session } }];
    return asking(
      part.pointer,
      ...first,
      ...bound,
      ...amended(id, { path: given.path, artifacts: given.artifacts }),
    );
  }
  return asking(part.pointer, ...first, {
    type: "FinishNode",
    data: { node: id, attempt, result: resultOf(state, edit, given, to === "completed", facts) },
  });
};

const amended = (
  node: NodeId,
  {
    session = null,
    path,
    artifacts,
  }: Pick<Given, "path" | "artifacts"> & { readonly session?: string | null },
): readonly PlayerCommand[] => {
  const data = {
    node,
    ...withoutNulls({ session, output_path: path }),
    ...(artifacts === null || artifacts.length === 0 ? {} : { artifacts }),
  };
  return Object.keys(data).length === 1 ? [] : [{ type: "AmendNode", data }];
};

const isEmpty = (given: Given, key: (typeof says)[number]): boolean => {
  if (key === "artifacts") return given.artifacts === null || given.artifacts.length === 0;
  return {
    status: false,
    session_id: given.session === null,
    output_path: given.path === null,
    error: given.error === null,
    cli_task_id: given.task === null,
  }[key];
};

/** Handles edits of other fields: fills in empty ones. */
const filledIn = ({ id, node, before, after }: NodeEdit, given: Given): EditRead => {
  const [, ...others] = says;
  const differing = changesIn(before, after, others, (part, key) => ({ key, part }));
  const findings = differing.flatMap(({ key, part }): readonly Refusal[] => {
    if (key === "error") return [derivedKey(after, key)];
    if (key === "cli_task_id" && node.status !== "running")
      return [
        node.status === "pending"
          ? finding(
              part,
              "FIELD_DERIVED",
              `${id} hasn't begun: it has a task once it runs`,
              "the status running beside it",
            )
          : finding(
              part,
              "NODE_COMPLETED",
              `${id} is ${node.status}: no task does it any more`,
              "leave it as it stands",
            ),
      ];
    if (!isEmpty(given, key)) return [];
    return [
      node.status === "completed"
        ? finding(
            part,
            "NODE_COMPLETED",
            `${key} of ${id} is on record: it is filled in once, and not taken away`,
            "leave it as it stands",
          )
        : derivedKey(after, key),
    ];
  });
  if (findings.length > 0) return { findings };
  const has = (key: string): boolean => differing.some((one) => one.key === key);
  const { attempt } = node;
  const running = node.status === "running";
  const at = differing[0]?.part ?? after;
  return asking(
    at.pointer,
    ...(running && has("cli_task_id") && given.task !== null
      ? [{ type: "BindTask", data: { node: id, attempt, task: given.task } } as const]
      : []),
    ...(running && has("session_id") && given.session !== null
      ? [{ type: "BindSession", data: { node: id, attempt, session: given.session } } as const]
      : []),
    ...amended(id, {
      session: !running && has("session_id") ? given.session : null,
      path: has("output_path") ? given.path : null,
      artifacts: has("artifacts") ? given.artifacts : null,
    }),
  );
};

export const workAsked = (state: State, edit: NodeEdit, facts: Facts): EditRead => {
  const { id, node, before, after } = edit;
  const quiet = quietChanges(before, after, times);
  const [first] = changesIn(before, after, says, (part) => part);
  if (first === undefined) return joined(quiet);
  if (isHeld(node))
    return rejection(
      first,
      "JOB_HELD",
      `${id} is done by a process of the engine, whose end says how it went`,
      `wait for its end, or \`cairn stop --cancel ${state.run}\``,
    );
  const given = givenOf(after);
  if (!isGiven(given)) return wrong(...given);
  const part = changed(before, after, "status");
  const to =
    part === null ? node.status : part === after ? lacking(after, "status") : statusOf(part, id);
  if (isRefusal(to)) return wrong(to);
  const asks =
    to === node.status || part === null
      ? filledIn(edit, given)
      : moved(state, edit, to, part, given, facts);
  return joined([asks, { noted: part !== null }, ...quiet]);
};
