// Writer of ultrawork's tasks, alike for the task's own file and session.json.
import type { Entries } from "../../../kit/document/extras.ts";
import { pointTo } from "../../../core/json/json.ts";
import { type Ordered, printed } from "../../../kit/json/print.ts";
import { isBefore } from "../../../kit/document/remarks.ts";
import type { Path, Time } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/words/seconds.ts";
import { type With, withUnknown } from "../../../kit/document/unknown-keys.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { verdictRecorded } from "../../../work/events/proofs.ts";
import type { Criterion, FoundEvidence, Proof, Unit } from "../../../work/unit.ts";
import type { Work } from "../../../work/work.ts";
import { complexityOf } from "../own.ts";
import { isVerify, taskEnd, tasks, taskWord, verify } from "../phase.ts";
import { claimText, ranText, verdictText, waiverText } from "./labels.ts";
import type { Log } from "./log.ts";
import { complexity, evidenceType, taskStatus } from "./words.ts";

/** The verify task's file is verify.json, whatever its id. */
export const fileOf = (isWhole: boolean, id: string): Path =>
  `tasks/${isWhole ? "verify" : id}.json`;
export const taskFile = (unit: Unit): Path => fileOf(isVerify(unit), unit.id);
/** Verify last. */
export const allTasks = (state: Work): readonly Unit[] => [
  ...tasks(state),
  ...[verify(state)].flatMap((unit) => unit ?? []),
];

/** Where unknown keys of a row are kept: by its name, because indexes change with insertions and deletions. */
export const childPointer = (id: string): string => pointTo("/child_tasks", id);
/**
 * Each criterion has at most one entry, in addition to those of an adopted folder, which stay as they are.
 * @param task pointer of the task in its file
 * @param criteria "" for the verdict
 */
export const criterionPointer = (task: string, criteria: string): string =>
  pointTo(`${task}/evidence`, `=${criteria}`);
export const foundPointer = (task: string, index: number): string =>
  pointTo(`${task}/evidence`, index);
export const evidenceEntry = objectOf<FoundEvidence>()(
  "an entry of evidence must be an object; it is left out",
  {
    criteria: ["must", "text", ({ criteria }) => criteria],
    command: ["must", "text", ({ command }) => command],
    output: ["must", "text", ({ output }) => output],
    verified: ["must", "flag", ({ verified }) => verified],
    timestamp: ["must", "time or empty", ({ timestamp }) => timestamp],
  },
  [
    "output",
    "EVIDENCE_PLAIN",
    "evidence that is a plain text is read as an entry without criterion, not verified",
  ],
);

/** The engine's green check, a person's met, a picture judged met; never a judge's word alone. */
const isVerified = ({ by, passed, captured, judged }: Proof): boolean =>
  passed && by !== "judge" && (!captured || judged);
/** `own`: its original unknown keys. */
type Shown = FoundEvidence & { readonly own?: Entries };
const shownCriterion = (
  { waived, proof, claims, check: how, text: criteria }: Criterion,
  found: readonly FoundEvidence[],
): Shown | null => {
  if (waived !== null) {
    const output = waiverText(waived.by, waived.reason);
    return { criteria, command: "", output, verified: false, timestamp: waived.at };
  }
  if (proof !== null)
    return {
      criteria,
      // Files have no command; nothing ran for a person or a judge.
      command: proof.by === "engine" ? (how?.command ?? "") : "",
      output: ranText(proof),
      verified: isVerified(proof),
      timestamp: proof.since,
    };
  const claim = claims.at(-1);
  if (claim === undefined || found.some((one) => one.criteria === criteria)) return null;
  const { command, by, text, at: timestamp, extras: own } = claim;
  return { criteria, command, output: claimText(by, text), verified: false, timestamp, own };
};
/** The last verdict on the whole. It is no proof; a person's PASS is their met. */
const shownVerdict = (unit: Unit, log: Log): readonly Shown[] => {
  if (!isVerify(unit)) return [];
  const event = log.findLast((one) => verdictRecorded.is(one) && one.data.whole);
  if (event === undefined || !verdictRecorded.is(event)) return [];
  const { verdict, kind } = event.data;
  const verified = verdict === "PASS" && kind === "person";
  const output = verdictText(event.data);
  return [{ criteria: "", command: "", output, verified, timestamp: event.at }];
};

/** `at`: pointer of the task in its file. */
type Place = {
  readonly state: Work;
  readonly log: Log;
  readonly unit: Unit;
  readonly at: string;
};
const evidence = ({ state, log, unit, at }: Place, object: With): readonly Ordered[] => {
  const proved = new Set(
    unit.criteria.flatMap(({ proof, text }) => (proof === null ? [] : [text])),
  );
  const found = unit.found.filter(({ criteria }) => !proved.has(criteria));
  const end = taskEnd(state, unit);
  const inTime = (time: Time): string => second(end !== null && isBefore(end, time) ? end : time);
  return [
    ...found.map((one) =>
      evidenceEntry.written(one, object, foundPointer(at, unit.found.indexOf(one))),
    ),
    ...[
      ...unit.criteria.flatMap((criterion) => shownCriterion(criterion, found) ?? []),
      ...shownVerdict(unit, log),
    ].map(({ own, ...entry }) =>
      evidenceEntry.written(
        { ...entry, timestamp: inTime(entry.timestamp) },
        object,
        criterionPointer(at, entry.criteria),
        own,
      ),
    ),
  ];
};

export const check = objectOf<Criterion>()("a check must be an object; it is left out", {
  criteria: ["must", "text", ({ text }) => text],
  type: ["may", { word: evidenceType }, ({ check: how }) => how?.type],
  command: ["may", "text", ({ check: how }) => how?.command],
  path: ["may", "text", ({ check: how }) => how?.path],
  cwd: ["may", "text", ({ check: how }) => how?.cwd],
  exit: ["may", "whole", ({ check: how }) => how?.exit],
  match: ["may", "text", ({ check: how }) => how?.match],
  timeout_s: ["may", "whole", ({ check: how }) => how?.timeout_s],
});
const checks = ({ criteria }: Unit, object: With): readonly Ordered[] | undefined => {
  const all = criteria.filter((one) => one.check !== null);
  return all.length === 0 ? undefined : all.map((one) => ({ entries: check.entries(one, object) }));
};

const notObject = "a task must be an object; it is left out";
/** Keys of the published format, in its order. */
export const childTask = objectOf<Place>()(notObject, {
  id: ["must", "text", ({ unit }) => unit.id],
  subject: ["must", "text", ({ unit }) => unit.title],
  status: ["must", { word: taskStatus }, ({ state, unit }) => taskWord(state, unit)],
  worker_agent_id: ["must", "text or null", ({ unit }) => unit.worker],
  success_criteria: [
    "must",
    "texts",
    ({ unit }) => unit.criteria.map(({ text }) => text),
    // As the newest published format calls it; `resolved_at`, too.
    "criteria",
  ],
  evidence: ["must", { list: evidenceEntry, by: null }, evidence],
  blocked_by: ["must", "texts", ({ unit }) => unit.after],
  started_at: ["must", "time or null", ({ unit }) => secondOrNull(unit.startedAt)],
  completed_at: [
    "must",
    "time or null",
    ({ state, unit }) => secondOrNull(taskEnd(state, unit)),
    "resolved_at",
  ],
});
export const task = objectOf<Place>()(notObject, {
  ...childTask.keys,
  description: ["may", "text", ({ unit }) => unit.text ?? undefined],
  complexity: ["may", { word: complexity }, ({ unit }) => complexityOf(unit) ?? undefined],
  checks: ["may", { list: check }, ({ unit }, object) => checks(unit, object)],
});

export const childTasks = (state: Work, log: Log, object: With): readonly Ordered[] =>
  allTasks(state).map((unit) => {
    const at = childPointer(unit.id);
    return childTask.written({ state, log, unit, at }, object, at);
  });
export const taskFiles = (state: Work, log: Log): Readonly<Record<Path, string>> =>
  Object.fromEntries(
    allTasks(state).map((unit) => {
      const file = taskFile(unit);
      const object = withUnknown(state.extras, file);
      return [file, printed(task.written({ state, log, unit, at: "" }, object, ""))];
    }),
  );
