// Writer of ultrawork's evidence log, from the ledger: append-only.
import { pointTo } from "../../../core/json/json.ts";
import { fixed, type Json, raw } from "../../../kit/json/print.ts";
import type { Recorded, Time } from "../../../core/row.ts";
import { second } from "../../../core/words/seconds.ts";
import type { With } from "../../../kit/document/unknown-keys.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { questionAnswered } from "../../../work/events/plan.ts";
import { checksRecorded, criterionJudged, verdictRecorded } from "../../../work/events/proofs.ts";
import { evidenceClaimed } from "../../../work/events/claims.ts";
import { bypassed } from "../../../work/events/units.ts";
import type { EvidenceType } from "../../../kit/check/shape.ts";
import { find, type Work } from "../../../work/work.ts";
import { ownOf } from "../own.ts";
import { claimText, ranText, verdictText, waiverText } from "./labels.ts";
import { evidenceType } from "./words.ts";

export type Log = readonly Recorded[];
type Entry = {
  readonly task: string;
  readonly criteria: string;
  readonly type: EvidenceType;
  readonly content: string;
  /** Its original unknown keys. */
  readonly own?: Parameters<With>[2];
};

/** By index, because it only grows. */
export const logPointer = (index: number): string => pointTo("/evidence_log", index);
export const logEntry = objectOf<Entry & { readonly at: Time }>()(
  "an entry of evidence_log must be an object; it is left out",
  {
    task_id: ["must", "text", ({ task }) => task],
    criteria: ["must", "text", ({ criteria }) => criteria],
    type: ["must", { word: evidenceType }, ({ type }) => type],
    content: ["must", "text", ({ content }) => content],
    timestamp: ["must", "time or empty", ({ at }) => second(at)],
  },
  [
    "content",
    "EVIDENCE_PLAIN",
    "an entry of the log that is a plain text is read as one of type manual, of no task",
  ],
);

/** Of explorers and planner an entry is of no task. */
const taskOf = (state: Work, unit: string): string => {
  const kind = find(state, unit)?.kind;
  return kind === "explore" || kind === "plan" ? "" : unit;
};
const manual = (state: Work, unit: string, content: string, criteria = ""): readonly Entry[] => [
  { task: taskOf(state, unit), criteria, type: "manual", content },
];
const entriesOf = (state: Work, event: Recorded): readonly Entry[] => {
  if (evidenceClaimed.is(event)) {
    const { unit, criteria, type, text, by, extras: own } = event.data;
    return [{ task: taskOf(state, unit), criteria, type, content: claimText(by, text), own }];
  }
  if (checksRecorded.is(event))
    return event.data.results.map((result) => ({
      task: result.unit,
      criteria: result.criteria,
      type: result.type,
      content: ranText(result),
    }));
  if (criterionJudged.is(event))
    return manual(state, event.data.unit, ranText(event.data), event.data.criteria);
  if (bypassed.is(event)) {
    const { unit, what, by, reason, criteria } = event.data;
    const why = what === "skipped" ? `skipped: ${reason}` : reason;
    return manual(state, unit, waiverText(by, why), criteria);
  }
  if (questionAnswered.is(event)) {
    const { question, unit, answer, by } = event.data;
    const text = state.questions.find(({ id }) => id === question)?.text ?? "";
    return manual(state, unit, `question ${question}: ${text}\n${by}: ${answer}`);
  }
  if (!verdictRecorded.is(event)) return [];
  return manual(state, event.data.unit, verdictText(event.data));
};

/** Printed entries of each event: events never change, and each write may have ten thousand of them. */
const remembered = new WeakMap<
  Recorded,
  Pick<Work, "extras"> & { readonly from: number; readonly entries: readonly Json[] }
>();

export const evidenceLog = (state: Work, log: Log, object: With): readonly Json[] => {
  const { extras } = state;
  const all: Json[] = ownOf(state).evidenceLog.map(raw);
  for (const event of log) {
    const from = all.length;
    const known = remembered.get(event);
    const isSame = known?.extras === extras && known.from === from;
    const entries = isSame
      ? known.entries
      : entriesOf(state, event).map(({ own, ...entry }, index) => {
          const at = logPointer(from + index);
          return fixed(logEntry.written({ ...entry, at: event.at }, object, at, own), 2);
        });
    if (!isSame) remembered.set(event, { extras, from, entries });
    all.push(...entries);
  }
  return all;
};
