// Events of a run's beginning, its ends, its options and its files.
import { howMany } from "../../core/words/how-many.ts";
import { unlessArchived } from "../../core/rules/frame.ts";
import { firstLine } from "../../core/words/quote.ts";
import { oversized } from "../../core/rules/reason.ts";
import type { Recorded } from "../../core/row.ts";
import { extrasSize } from "../../kit/document/unknown-keys.ts";
import { keepingExtras, unknownKeys } from "../../kit/extras.ts";
import { archiving, pausing, refusing } from "../../kit/lifecycle.ts";
import * as t from "../../kit/schema.ts";
import { adoptedWork, foundRun } from "../adopted.ts";
import { draftShape, type Unit, unitOf } from "../unit.ts";
import { baseShape, begun, firstPlan, isRejected, life, type Work } from "../work.ts";
import { mostPasses, optionsShape } from "../options.ts";
import { event, maybe, nameOf, opening } from "./declare.ts";
import { triedAgain } from "./units.ts";

const beginning = { run: t.text, options: optionsShape, base: baseShape };

export const runStarted = opening("RunStarted", {
  means: "The run began, with its goal, its first units and its options.",
  data: {
    ...beginning,
    goal: t.text,
    units: t.list(draftShape),
    more: t.byName(t.anything),
    /** Its sender approved the units with the start; null: they are to be planned. */
    approvedBy: maybe,
  },
  line: ({ goal }) => firstLine(goal),
  refers: ({ base }) => ({ commits: nameOf(base.head) }),
  begin: ({ approvedBy, units, ...data }, { at }): Work => ({
    ...begun(at),
    ...data,
    units: units.map((draft) => unitOf(draft)),
    plan: approvedBy === null ? firstPlan : { ...firstPlan, rev: 1, state: "approved", approvedBy },
  }),
});
export const runAdopted = opening("RunAdopted", {
  means: "An existing folder became this run, as it was found.",
  data: {
    ...beginning,
    found: foundRun,
    corrections: t.texts,
    digests: t.byName(t.text),
  },
  line: ({ found, corrections }) =>
    `${firstLine(found.goal)}: ${howMany(found.units.length, "unit")}${corrections.length === 0 ? "" : `, ${corrections.length} read otherwise than they stood there`}`,
  refers: ({ base, digests }) => ({
    commits: nameOf(base.head),
    outputs: Object.values(digests),
  }),
  begin: (data, { at }) => adoptedWork(data, at),
});

/** What is under way stops without a try; claims are kept: their checks are due if the run goes on. */
const stopped = (state: Work): readonly Unit[] =>
  state.units.map((unit) => ({
    ...unit,
    status: unit.status === "live" ? "open" : unit.status,
    judging: { ...unit.judging, live: false },
  }));
export const runCompleted = event("RunCompleted", {
  means: "Everything is done.",
  data: { tree: maybe, head: maybe },
  line: ({ tree }) => (tree === null ? "" : `on tree ${tree.slice(0, 8)}`),
  news: "done",
  refers: ({ head }) => ({ commits: nameOf(head) }),
  broken: ({ plan, units }) => {
    if (plan.state !== "approved") return "no plan was approved";
    const left = units.filter(
      ({ status, waived }) => waived === null && !["done", "failed"].includes(status),
    );
    const open = left.filter(({ after, criteria }) => after.length > 0 || criteria.length > 0);
    return open.length === 0 ? null : `not done yet: ${open.map(({ id }) => id).join(", ")}`;
  },
  apply: (state, _data, { at }) => ({ ...state, end: { is: "complete", reason: "", at } }),
});
type Reason = { readonly reason: string };
const unfinished = (is: "failed" | "cancelled", means: string) =>
  ({
    means,
    data: { reason: t.text },
    line: ({ reason }: Reason) => firstLine(reason),
    news: "failed",
    apply: (state: Work, { reason }: Reason, { at }: Recorded): Work => ({
      ...state,
      units: stopped(state),
      end: { is, reason, at },
    }),
  }) as const;
export const runFailed = event(
  "RunFailed",
  unfinished("failed", "The run ended as failed, for this reason."),
);
export const runCancelled = event(
  "RunCancelled",
  unfinished("cancelled", "The run was cancelled."),
);
/** Work jobs that a run may have at least once it was taken up again. */
const leastPasses = 10;
const withMorePasses = ({ options, passes }: Work): Work["options"] => {
  const { max_passes: most } = options;
  return most === 0
    ? options
    : { ...options, max_passes: Math.max(most, Math.min(mostPasses, passes + leastPasses)) };
};
export const runReopened = event("RunReopened", {
  means: "A person took the run up again where it was left.",
  data: { reason: t.text },
  line: ({ reason }) => firstLine(reason),
  by: ["person"],
  apply: (state) => ({
    ...state,
    units: state.units.map(triedAgain),
    // A round that failed is followed by another, from which they count.
    firstRound: isRejected(state) ? state.round + 1 : state.round,
    options: withMorePasses(state),
    paused: false,
    end: null,
  }),
});

export const goalSet = event("GoalSet", {
  means: "The goal was changed before the plan's approval.",
  data: { goal: t.text },
  line: ({ goal }) => firstLine(goal),
  by: ["person", "file"],
  apply: (state, { goal }) => ({ ...state, goal }),
});
export const optionsSet = event("OptionsSet", {
  means: "Options of the run were changed.",
  data: { options: optionsShape },
  line: ({ options }) =>
    `${options.mode}, ${options.max_passes === 0 ? howMany(options.max_iterations, "round") : howMany(options.max_passes, "pass", "passes")}, ${howMany(options.max_attempts, "attempt")} each`,
  by: ["person"],
  apply: (state, { options }) => ({ ...state, options }),
});
export const documentSeen = event("DocumentSeen", {
  means: "A free document of the folder changed.",
  data: { path: t.text, digest: t.text },
  line: ({ path }) => path,
  apply: (state, { path, digest }) => ({
    ...state,
    documents: { ...state.documents, [path]: digest },
  }),
});

/** Characters of one object's unknown keys. */
const extrasLimit = 64 * 1024;
const word = ({ end }: Work): string => (end === null ? "under way" : end.is);
const pauses = pausing<Work>({ life }, (state, paused) => ({ ...state, paused }));
const archives = archiving<Work>({ life, word, by: ["engine"] }, (state, archived) => ({
  ...state,
  archived,
}));
const refusals = refusing<Work>();
const keeps = keepingExtras<Work>({
  when: unlessArchived,
  none: null,
  value: unknownKeys,
  refused: (_kept, { pointer, entries }) =>
    oversized("the text of one object's unknown keys", extrasSize(entries), extrasLimit, pointer),
});
export const lifecycle = {
  events: { ...pauses.events, ...archives.events, ...refusals.events, ...keeps.events },
  commands: { ...pauses.commands, ...archives.commands, ...refusals.commands, ...keeps.commands },
};
