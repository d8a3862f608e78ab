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

/** Rendered event, with the parts of the state that it depends on. */
type Printed = Pick<State, "extras" | "verifyId"> & { readonly at: number; readonly entry: Json };
/** Cached: events never change, and each write may have ten thousand of them. */
const remembered = new WeakMap<Recorded<UltraworkEvent>, Printed>();

export const evidenceLog = (
  state: State,
  log: readonly Recorded<UltraworkEvent>[],
  object: With,
): readonly Json[] => {
  const { extras, verifyId } = state;
  const entries: Json[] = [];
  for (const event of log) {
    entries.push(...adopted(event));
    const [at, known] = [entries.length, remembered.get(event)];
    if (known?.at === at && known.extras === extras && known.verifyId === verifyId) {
      entries.push(known.entry);
      continue;
    }
    const found = entryOf(state, event);
    if (found === null) continue;
    const own = event.type === "EvidenceClaimed" ? event.data.extras : [];
    const whole = logEntry.written({ ...found, at: event.at }, object, logPointer(at), own);
    const entry = fixed(whole, 2);
    remembered.set(event, { at, extras, verifyId, entry });
    entries.push(entry);
  }
  return entries;
};
