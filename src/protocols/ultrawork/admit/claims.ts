// Evidence in edits of ultrawork files: admitted as labelled claims, each once.
import { unknownOf } from "../../../core/extras.ts";
import { member } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import { finding, type Part, textAt } from "../../../core/part.ts";
import { redact } from "../../../core/redact.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Recorded } from "../../../core/row.ts";
import { readPart } from "../../../kit/edit-door.ts";
import * as t from "../../../kit/schema.ts";
import type { UltraworkCommands } from "../commands.ts";
import type { UltraworkEvent } from "../events.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { logEntry } from "../files/log.ts";
import { evidenceEntry } from "../files/tasks.ts";
import { evidenceType } from "../shapes.ts";
import type { EvidenceType, State, Task } from "../state.ts";
import type { Ask } from "./part.ts";
import { unlabelled } from "./sealed.ts";

type Claim = UltraworkCommands["ClaimEvidence"]["data"];

export const evidenceKeys = keysOf(evidenceEntry);
export const logKeys = keysOf(logEntry);
/** Keys that an author may write; `verified` and the time belong to the engine. */
export const evidenceSays: ReadonlySet<string> = new Set(["criteria", "command", "output"]);
export const logSays: ReadonlySet<string> = new Set(["task_id", "criteria", "type", "content"]);

/** A claim's content, author and time, as the ledger stores it. */
const saying = ({
  task,
  criterion,
  text,
  command,
}: Pick<Claim, "task" | "text" | "command"> & {
  readonly criterion?: string | number | undefined;
}): string => JSON.stringify([task, criterion ?? "", redact(text), redact(command ?? "")]);

/** Claims made by hand in the current attempt of each active task: repeated from an old copy they add nothing. */
export const claimedBefore = (
  log: readonly Recorded<UltraworkEvent>[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const event of log) {
    if (event.type === "TaskStarted") found.delete(event.data.task);
    if (event.type !== "EvidenceClaimed" || event.by.kind !== "file") continue;
    const { task, criteria, text, command } = event.data;
    const said = found.get(task) ?? new Set<string>();
    const claim = { task, criterion: criteria, text };
    // The session's log shows it without its command.
    found.set(task, said.add(saying({ ...claim, command })).add(saying(claim)));
  }
  return found;
};

/** The criterion that an entry names: by its text, or by its number if one is given. */
const criterionOf = (
  task: Task | undefined,
  entry: Part,
): { readonly criterion: string | null; readonly named: string } => {
  const node = member(entry.node, "criteria");
  const text =
    node?.is === "string"
      ? node.value
      : node?.is === "number"
        ? (task?.criteria[node.value - 1]?.text ?? String(node.value))
        : "";
  return {
    criterion: task?.criteria.some((one) => one.text === text) === true ? text : null,
    named: text,
  };
};

/** A claim for an unknown criterion keeps the criterion's name in its text. */
const claimOf = (
  state: State,
  task: string,
  entry: Part,
  said: string,
  type: EvidenceType,
  known: ReadonlySet<string>,
): Claim => {
  const { criterion, named } = criterionOf(ownOf(state.tasks, task), entry);
  const command = textAt(entry.node, "command")?.trim() ?? "";
  const extras = unknownOf(entry, known);
  return {
    task,
    ...(criterion === null ? {} : { criterion }),
    type,
    text: criterion === null && named !== "" ? `${named}: ${said}` : said,
    ...(command === "" ? {} : { command }),
    ...(extras.length === 0 ? {} : { extras }),
  };
};

const asked = (entry: Part, data: Claim, by: string | null): Ask => ({
  command: { type: "ClaimEvidence", data },
  at: entry.pointer,
  by,
});

export type ClaimRead = { readonly claims: readonly Ask[]; readonly findings: readonly Refusal[] };
const none: ClaimRead = { claims: [], findings: [] };

const evidenceShape = t.either(
  t.text,
  t.open({ command: t.nullish(t.text), output: t.nullish(t.text) }),
);
const logShape = t.open({
  task_id: t.text,
  type: t.nullish(evidenceType),
  content: t.nullish(t.text),
});

/** An entry of a task's own evidence: an object, or a plain text. */
export const taskClaim = (
  state: State,
  task: string,
  entry: Part,
  by: string | null,
): ClaimRead => {
  const found = readPart(evidenceShape, entry);
  if ("findings" in found) return { ...none, findings: found.findings };
  const { value } = found;
  if (typeof value === "string") {
    const data: Claim = { task, type: "manual", text: unlabelled(value) };
    return value.trim() === "" ? none : { ...none, claims: [asked(entry, data, by)] };
  }
  const said = unlabelled(value.output ?? "");
  const data = claimOf(state, task, entry, said, "manual", evidenceKeys);
  const type = data.command === undefined ? "manual" : "command_output";
  return { ...none, claims: [asked(entry, { ...data, type }, by)] };
};

/** An entry of the session's log. */
export const logClaim = (
  state: State,
  entry: Part,
  authorOf: (task: string) => string | null,
): ClaimRead => {
  const found = readPart(logShape, entry);
  if ("findings" in found) return { ...none, findings: found.findings };
  const { task_id: task, type, content } = found.value;
  const said = unlabelled(content ?? "");
  const data = claimOf(state, task, entry, said, type ?? "manual", logKeys);
  return { ...none, claims: [asked(entry, data, authorOf(task))] };
};

/** Removes claims made before, and duplicates. `began`: the task starts with this edit, so it has no earlier claims. */
export const unsaid = (
  claims: readonly Ask[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
  began: ReadonlySet<string>,
): readonly Ask[] => {
  const now = new Set<string>();
  return claims.filter(({ command }) => {
    if (command.type !== "ClaimEvidence") return true;
    const { data } = command;
    const key = saying(data);
    const again =
      now.has(key) || (!began.has(data.task) && before.get(data.task)?.has(key) === true);
    now.add(key).add(saying({ ...data, command: undefined }));
    return !again;
  });
};

const saysPass = (entry: Part): boolean => {
  const texts =
    entry.node.is === "string"
      ? [entry.node.value]
      : ["output", "content", "criteria"].flatMap((key) => textAt(entry.node, key) ?? []);
  return texts.some(
    (text) => /\bverdict\W{1,5}(?:is\W)?pass\b/iu.test(text) || /^\W*PASS(?:ED)?\W*$/mu.test(text),
  );
};

/** Refuses a verdict by hand, because only a verifier's report counts. */
export const verdictsRefused = (entries: readonly Part[]): readonly Refusal[] => {
  const pass = entries.find(saysPass);
  return pass === undefined
    ? []
    : [
        finding(
          pass,
          "COMPLETE_GUARDED",
          "a verdict in a file counts for nothing",
          "the verifier's report (`cairn report`); the engine seals",
        ),
      ];
};
