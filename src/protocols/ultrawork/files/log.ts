// Writer of ultrawork's evidence log, from the ledger: append-only.
import type { With } from "../../../core/unknown-keys.ts";
import { fixed, type Json, raw } from "../../../core/print.ts";
import type { Recorded, Time } from "../../../core/row.ts";
import { second } from "../../../core/seconds.ts";
import { ownTexts } from "../evolve/draft.ts";
import type { UltraworkEvent } from "../events.ts";
import type { EvidenceType, State } from "../state.ts";
import { logPointer } from "./extras.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { claimText, ranText, waiverText } from "./labels.ts";
import { evidenceType } from "./words.ts";

const [allHold, accepted] = ownTexts;

type Entry = {
  readonly task: string;
  readonly criteria: string;
  readonly type: EvidenceType;
  readonly content: string;
};

export const logEntry = objectOf<Entry & { readonly at: Time }>()(
  "an entry of evidence_log must be an object; it is left out",
  {
    task_id: ["must", "text", ({ task }) => task],
    criteria: ["must", "text", ({ criteria }) => criteria, "criterion"],
    type: [
      "must",
      { word: { ...evidenceType, otherwise: "; it is read as manual" } },
      ({ type }) => type,
    ],
    content: ["must", "text", ({ content }) => content],
    timestamp: ["must", "time or empty", ({ at }) => second(at)],
  },
  [
    "content",
    "EVIDENCE_PLAIN",
    "an entry of the log that is a plain text is read as one of type manual, of no task",
  ],
);

const verdictText = (
  event: Extract<UltraworkEvent, { type: "VerdictRecorded" }>["data"],
): string => {
  const issues = event.issues.map((issue) => `- ${issue.summary} (done when: ${issue.doneWhen})`);
  return [
    `${event.verdict} by ${event.by} for sweep ${event.sweep}`,
    ...issues,
    ...(event.notes === "" ? [] : [event.notes]),
  ].join("\n");
};

const entryOf = (state: State, event: Recorded<UltraworkEvent>): Entry | null => {
  switch (event.type) {
    case "EvidenceRecorded": {
      const { task, criteria, type, content, artifact, ...ran } = event.data;
      return { task, criteria, type, content: ranText({ ...ran, path: artifact, text: content }) };
    }
    case "EvidenceClaimed": {
      const { task, criteria, type, text, by } = event.data;
      return { task, criteria, type, content: claimText(by, text) };
    }
    case "CriterionWaived":
      return {
        task: event.data.task,
        criteria: event.data.criteria,
        type: "manual",
        content: waiverText(event.data.by, event.data.reason),
      };
    case "TaskWaived":
      return {
        task: event.data.task,
        criteria: "",
        type: "manual",
        content: waiverText(event.data.by, event.data.reason),
      };
    case "SweepPassed": {
      const { no, tree, count } = event.data;
      return {
        task: state.verifyId,
        criteria: allHold,
        type: "test_result",
        content: `${count} checks passed on tree ${tree} (sweep ${no})`,
      };
    }
    case "VerdictRecorded":
      return {
        task: state.verifyId,
        criteria: accepted,
        type: "manual",
        content: verdictText(event.data),
      };
    default:
      return null;
  }
};

const adopted = (event: Recorded<UltraworkEvent>): readonly Json[] =>
  event.type === "RunAdopted" ? event.data.found.evidenceLog.map(raw) : [];

/** The printed entries of a log, with the parts of the state that they depend on. `ends`: their number after each event. */
type Printed = Pick<State, "extras" | "verifyId"> & {
  readonly log: readonly Recorded<UltraworkEvent>[];
  readonly ends: readonly number[];
  readonly entries: readonly Json[];
};
/** Cached by a log's first event: events never change, and each write may have ten thousand of them. */
const remembered = new WeakMap<Recorded<UltraworkEvent>, Printed>();

export const evidenceLog = (
  state: State,
  log: readonly Recorded<UltraworkEvent>[],
  object: With,
): readonly Json[] => {
  const { extras, verifyId } = state;
  const [first] = log;
  if (first === undefined) return [];
  const known = remembered.get(first);
  const shared = Math.min(known?.ends.length ?? 0, log.length);
  const goesOn =
    known?.extras === extras &&
    known.verifyId === verifyId &&
    known.log[shared - 1] === log[shared - 1];
  if (goesOn && shared === log.length) return known.entries.slice(0, known.ends[shared - 1]);
  const entries = goesOn ? [...known.entries] : [];
  const ends = goesOn ? [...known.ends] : [];
  for (const event of log.slice(ends.length)) {
    entries.push(...adopted(event));
    const found = entryOf(state, event);
    const at = logPointer(entries.length);
    const own = event.type === "EvidenceClaimed" ? event.data.extras : [];
    if (found !== null)
      entries.push(fixed(logEntry.written({ ...found, at: event.at }, object, at, own), 2));
    ends.push(entries.length);
  }
  remembered.set(first, { extras, verifyId, log, ends, entries });
  return entries;
};
