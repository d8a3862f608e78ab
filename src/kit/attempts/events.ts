// Events of work in passes: a worker's pass, its checks, its verdict, what becomes of the unit, and a run's ends.
import { byReason, ofUnit, own } from "../../core/attempt-end.ts";
import { doerName } from "../../core/doer.ts";
import { howMany } from "../../core/how-many.ts";
import { because, firstLine } from "../../core/quote.ts";
import { resultShape } from "../checks.ts";
import { eventsOn } from "../event.ts";
import { troubleShape } from "../hearing.ts";
import { holderShape, judgementShape } from "../judging.ts";
import * as t from "../schema.ts";
import { optionsShape } from "./options.ts";
import {
  type Attempting,
  type End,
  isProved,
  isStuck,
  isUnjudged,
  openWork,
  type Pass,
  shortTree,
  withWork,
  workOf,
} from "./state.ts";

const ofPass = { pass: t.count, unit: t.text };
const tree = t.maybe(t.text);
/** `trouble`: its model server refused it, so the attempt doesn't count. */
const failing = { why: t.text, trouble: t.maybe(troubleShape), spent: t.flag };
const ofUnitAlone = { unit: t.text, why: t.text };
const judgedLine = (data: {
  readonly unit: string;
  readonly tree: string | null;
  readonly holder: { readonly name: string };
}): string => `${data.unit} on ${shortTree(data.tree)}, judged by ${data.holder.name}`;
const whyLine = (data: { readonly unit: string; readonly why: string }): string =>
  `${data.unit}${because(data.why)}`;

const withPass = <S extends Attempting>(state: S, change: Partial<Pass>): S =>
  state.pass === null ? state : { ...state, pass: { ...state.pass, ...change } };

/** Invalid verdicts on one pass before a person is asked. */
const mostJudged = 3;
const noVerdict = { results: null, tree: null, judged: 0, unjudged: "", judgings: mostJudged };
const judgedAgain = <S extends Attempting>(state: S): S =>
  withPass(state, { judgings: (state.pass?.judged ?? 0) + mostJudged });

/** Events of a pass before its verdict. */
const workEvents = <S extends Attempting>() => {
  const { event } = eventsOn<S>();
  return {
    passBegun: event("PassBegun", {
      means: "A worker began a pass at this unit.",
      data: { ...ofPass, holder: holderShape },
      line: ({ pass, unit }) => `pass ${pass} at ${unit}`,
      news: "begins",
      doer: ({ holder }) => doerName(holder),
      apply: (state, { pass: n, unit, holder }) => ({
        ...withWork(state, unit, { workers: [...workOf(state, unit).workers, holder] }),
        passes: n,
        pass: { n, unit, summary: null, changed: [], ...noVerdict },
      }),
    }),
    passEnded: event("PassEnded", {
      means: "A worker says that its unit is done: its checks are due.",
      data: { ...ofPass, summary: t.text, learnings: t.texts, patterns: t.texts, changed: t.texts },
      line: ({ unit, summary }) => `${unit}: ${firstLine(summary)}`,
      news: "ends",
      ends: () => [own("reported")],
      worked: ({ unit }) => unit,
      apply: (state, { summary, changed }) =>
        withPass({ ...state, trouble: null }, { summary, changed }),
    }),
    checksRan: event("ChecksRan", {
      means: "The engine ran the checks on what a pass left.",
      data: { ...ofPass, results: t.list(resultShape), tree, head: tree },
      line: (data) =>
        `${data.results.filter(({ exit }) => exit === 0).length} of ${howMany(data.results.length, "check")} green on ${shortTree(data.tree)}`,
      refers: ({ results }) => ({ outputs: results.flatMap(({ digest }) => digest ?? []) }),
      by: ["engine"],
      apply: (state, data) => withPass(state, { results: data.results, tree: data.tree }),
    }),
    judgeFailed: event("JudgeFailed", {
      means: "A judge ended without a verdict.",
      data: { ...ofPass, ...failing, moved: t.flag },
      line: ({ unit, why }) => `${unit}: no verdict, ${firstLine(why)}`,
      news: "again",
      ends: ({ why }) => [byReason(why)],
      apply: (state, { why, trouble, spent, moved }) => ({
        ...withPass(state, {
          judged: (state.pass?.judged ?? 0) + (spent ? 1 : 0),
          unjudged: why,
          ...(moved ? { results: null, tree: null } : {}),
        }),
        trouble,
      }),
    }),
    judgeAskedAgain: event("JudgeAskedAgain", {
      means: "A person has a pass judged again after its judges came to nothing.",
      data: ofPass,
      line: ({ unit }) => unit,
      by: ["person"],
      apply: (state) => judgedAgain(state),
    }),
  };
};

/** Further changes when a unit passes or is reopened. */
export type Settle<S> = (state: S, unit: string, passed: boolean) => S;

/** Events for the result of a pass. */
const outcomeEvents = <S extends Attempting>(settle: Settle<S>) => {
  const { event } = eventsOn<S>();
  return {
    unitPassed: event("UnitPassed", {
      means: "Every check ran green, and one who worked on no pass of the unit judged it met.",
      data: { ...ofPass, tree, judgements: t.list(judgementShape), holder: holderShape },
      line: judgedLine,
      news: {
        word: "proved",
        line(data, state) {
          const text = judgedLine(data);
          return isProved(workOf(state, data.unit)) ? text : { word: "judged", text };
        },
      },
      doer: ({ holder }) => doerName(holder),
      ends: ({ unit }) => [own("passed"), ofUnit(unit, "done")],
      broken: ({ pass }, data) =>
        pass === null || pass.unit !== data.unit || pass.n !== data.pass
          ? `no pass at ${data.unit} was judged`
          : pass.results === null || pass.tree !== data.tree
            ? "the checks did not run on that tree"
            : pass.results.every(({ exit }) => exit === 0) &&
                data.judgements.every(({ met }) => met)
              ? null
              : "a check was red, or a criterion not met",
      apply: (state, { unit, tree: on, judgements, holder }, { at }) => {
        const results = state.pass?.results ?? [];
        const proof = { tree: on, results, judgements, judge: holder.name, at };
        const passed = withWork(state, unit, { status: "passed", proof, returned: "" });
        return { ...settle(passed, unit, true), pass: null };
      },
    }),
    unitReturned: event("UnitReturned", {
      means: "A pass came to nothing; where its last try is gone, the unit is stuck.",
      data: { ...ofPass, ...failing },
      line: ({ unit, why }) => `${unit}: ${firstLine(why)}`,
      news: "again",
      ends: ({ unit, why, spent }) => [
        spent ? byReason(why) : own("stopped", why),
        ofUnit(unit, "returned", why),
      ],
      apply: (state, { unit, why, trouble, spent }) => {
        const tries = workOf(state, unit).tries + (spent ? 1 : 0);
        return { ...withWork(state, unit, { tries, returned: why }), pass: null, trouble };
      },
    }),
  };
};

/** Events for changes of a unit by a person or an edit. */
const unitEvents = <S extends Attempting>(settle: Settle<S>) => {
  const { event } = eventsOn<S>();
  return {
    unitRetried: event("UnitRetried", {
      means: "A person gave a stuck unit new tries, with a word to the next worker.",
      data: ofUnitAlone,
      line: whyLine,
      apply: (state, { unit, why }) => withWork(state, unit, { tries: 0, note: why }),
    }),
    unitReopened: event("UnitReopened", {
      means: "A unit that had passed is work again; its proof counts no more.",
      data: ofUnitAlone,
      line: whyLine,
      news: "again",
      apply: (state, { unit, why }) => {
        const { workers } = workOf(state, unit);
        const again = withWork(state, unit, { ...openWork, workers, returned: why });
        return { ...settle(again, unit, false), end: null };
      },
    }),
    unitWaived: event("UnitWaived", {
      means: "A person lets a unit go without proof.",
      data: { ...ofUnitAlone, by: t.text },
      line: whyLine,
      by: ["person"],
      apply: (state, { unit, by, why }) => ({
        ...withWork(state, unit, { status: "waived", waived: `by ${by}: ${why}` }),
        pass: state.pass?.unit === unit ? null : state.pass,
      }),
    }),
  };
};

export const passEvents = <S extends Attempting>(settle: Settle<S>) => ({
  ...workEvents<S>(),
  ...outcomeEvents(settle),
  ...unitEvents(settle),
});

/** Events for options and the end of a run. */
export const endEvents = <S extends Attempting>() => {
  const { event } = eventsOn<S>();
  const ended = (state: S, is: End["is"], reason = ""): S => ({
    ...state,
    pass: null,
    end: { is, reason },
  });
  const reasoned = {
    data: { reason: t.text },
    line: (data: { readonly reason: string }) => firstLine(data.reason),
  };
  return {
    optionsSet: event("OptionsSet", {
      means: "The options of the run from now on.",
      data: { options: optionsShape },
      line: ({ options }) =>
        `${options.mode}, ${options.max_passes} passes, ${howMany(options.checks.length, "check")}`,
      apply: (state, { options }) => ({ ...state, options }),
    }),
    runCompleted: event("RunCompleted", {
      means: "Every unit passed, was found as passed, or was waived.",
      data: {},
      line: () => "nothing is left to do",
      news: "done",
      apply: (state) => ended(state, "complete"),
    }),
    runFailed: event("RunFailed", {
      means: "The run ended as failed, for this reason.",
      ...reasoned,
      news: "failed",
      // A pass that no judge could judge is kept: a reopened run has it judged.
      apply: (state, { reason }) => ({
        ...ended(state, "failed", reason),
        pass: isUnjudged(state) ? state.pass : null,
      }),
    }),
    runCancelled: event("RunCancelled", {
      means: "The run was cancelled.",
      ...reasoned,
      news: "failed",
      apply: (state, { reason }) => ended(state, "cancelled", reason),
    }),
    runReopened: event("RunReopened", {
      means:
        "A person took the run up again: what was stuck has new tries, and the run more passes.",
      ...reasoned,
      data: { reason: t.text, passes: t.count },
      by: ["person"],
      apply: (state, { passes }) => ({
        ...judgedAgain(state),
        work: Object.fromEntries(
          Object.entries(state.work).map(([id, work]) => [
            id,
            isStuck(state, id) ? { ...work, tries: 0 } : work,
          ]),
        ),
        options: {
          ...state.options,
          max_passes: Math.max(state.options.max_passes, state.passes + passes),
        },
        end: null,
        paused: false,
      }),
    }),
  };
};
