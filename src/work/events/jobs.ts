// Events of agents' jobs: work and judgement, how they begin and how they end.
import { own } from "../../core/reports/attempt-end.ts";
import { doerName } from "../../core/agents/doer.ts";
import { because } from "../../core/words/quote.ts";
import type { Holder } from "../../core/row.ts";
import { holderShape } from "../judging.ts";
import * as t from "../../kit/schema.ts";
import type { Criterion, Trouble, Unit } from "../unit.ts";
import { change } from "../work.ts";
import { again, byWhom, event, type Failure, failure, returned } from "./declare.ts";

const isSame = (a: Holder, b: Holder): boolean =>
  a.name === b.name && a.agent === b.agent && a.conversation === b.conversation;
const joined = (all: readonly Holder[], one: Holder): readonly Holder[] =>
  all.some((other) => isSame(other, one)) ? all : [...all, one];
/** What an earlier attempt showed counts no more; what the engine saw red stays to be read, a person is asked anew. */
const anew = (criterion: Criterion): Criterion => {
  const { proof } = criterion;
  const isRead = proof?.by === "engine" && !proof.passed && !proof.captured;
  return { ...criterion, claims: [], proof: isRead ? proof : null };
};

export const jobBegun = event("JobBegun", {
  means: "A job has its agent.",
  data: {
    unit: t.text,
    job: t.text,
    stage: t.oneOf(["work", "judge"]),
    holder: holderShape,
    /** The name shown for it. */
    worker: t.text,
    leased: t.flag,
  },
  line: ({ job, worker }) => `${job} ${byWhom(worker)}`,
  doer: ({ holder }) => doerName(holder),
  apply: (state, { unit: id, stage, worker, leased, ...data }, { at }) => {
    const holder: Holder = { ...data.holder, name: worker };
    const counted = stage === "judge" ? state : { ...state, passes: state.passes + 1 };
    return change(counted, id, (unit) =>
      stage === "judge"
        ? {
            ...unit,
            worker,
            judging: { ...unit.judging, begun: unit.judging.begun + 1, live: true, holder },
          }
        : {
            ...unit,
            status: "live",
            judging: { ...unit.judging, mute: 0, returned: null },
            begun: unit.begun + 1,
            leased,
            editedAt: leased ? null : at,
            worker,
            workers: joined(unit.workers, holder),
            criteria: unit.criteria.map(anew),
            checked: null,
            shared: [],
            said: null,
            claims: [],
            startedAt: unit.startedAt ?? at,
            completedAt: null,
          },
    );
  },
});
export const workClaimed = event("WorkClaimed", {
  means: "A worker said that its unit is done: a claim; the engine's checks decide.",
  data: {
    unit: t.text,
    by: t.text,
    summary: t.text,
    concerns: t.text,
  },
  line: ({ unit, by, summary }) => `${unit} ${byWhom(by)}${because(summary)}`,
  worked: ({ unit }) => unit,
  ends: ({ summary }) => [own("reported", summary)],
  apply: (state, { unit: id, ...said }) =>
    change(state, id, (unit) => ({
      ...unit,
      status: "claimed",
      checked: null,
      trouble: null,
      said,
    })),
});

const troubled = (
  unit: Unit,
  { trouble, reason }: Pick<Failure, "trouble" | "reason">,
): Trouble | null =>
  trouble === null ? null : { ...trouble, reason, times: (unit.trouble?.times ?? 0) + 1 };
const returnedLine = ({ unit, reason, ...data }: Failure & { readonly unit: string }): string =>
  `${unit}${because(reason)}${again(data)}`;
export const unitReturned = event("UnitReturned", {
  means:
    "An attempt came to nothing: the unit is open again or, after the last allowed one, failed.",
  data: { unit: t.text, ...failure, last: t.flag },
  line: returnedLine,
  news: {
    word: "again",
    line: (data) => (data.last ? { word: "failed", text: returnedLine(data) } : returnedLine(data)),
  },
  ends: ({ unit, kind, reason }) => [returned(unit, kind, reason)],
  apply: (state, { unit: id, kind, reason, last, ...data }, { at }) =>
    change(state, id, (unit) => ({
      ...unit,
      status: last ? "failed" : "open",
      tries: unit.tries + (data.spent ? 1 : 0),
      thread: unit.thread + (data.forgotten ? 1 : 0),
      trouble: troubled(unit, { ...data, reason }),
      returned: { n: unit.begun, kind, reason },
      completedAt: last ? at : null,
    })),
});
export const judgeFailed = event("JudgeFailed", {
  means: "A judge gave no usable verdict: it is judged anew.",
  data: { unit: t.text, ...failure },
  line: ({ unit, reason, ...data }) => `${unit}: no verdict${because(reason)}${again(data)}`,
  news: "failed",
  ends: ({ kind, reason }) => [returned("", kind, reason)],
  apply: (state, { unit: id, ...data }) =>
    change(state, id, (unit) => ({
      ...unit,
      trouble: troubled(unit, data),
      judging: {
        ...unit.judging,
        live: false,
        mute: unit.judging.mute + (data.spent ? 1 : 0),
        returned: data.reason,
      },
    })),
});
