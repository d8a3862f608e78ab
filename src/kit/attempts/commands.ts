// Commands of work in passes: a pass's beginning and end, its checks, the verdict, and what a person settles.
import { firstOf } from "../../core/how-many.ts";
import type { Event, Sender, Stamp } from "../../core/protocol.ts";
import { isPlaced } from "../../core/placed.ts";
import type { Holder } from "../../core/row.ts";
import { reasonMissing } from "../../core/reason.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { redWords, resultShape } from "../checks.ts";
import { commandsOn } from "../command.ts";
import { troubleAfter, type Unheard, unheardFields } from "../hearing.ts";
import { holderOf, holderShape, judgementsInput, judgementsOf, judgeRefused } from "../judging.ts";
import { cancelling } from "../lifecycle.ts";
import * as t from "../schema.ts";
import type { endEvents, passEvents } from "./events.ts";
import { mostPasses, optionsInput, optionsOf } from "./options.ts";
import {
  type Attempting,
  dueUnit,
  isSettled,
  isStuck,
  isUnjudged,
  keyOf,
  life,
  type Pass,
  phase,
  type Stage,
  stageOf,
  unitOf,
  workOf,
} from "./state.ts";

/** Characters of a text. */
export const textLimit = 8_192;
export const words = t.most(textLimit, t.text);
export const wordsList = t.mostOf(50, t.filled(textLimit));
const unit = t.means("the unit's id", t.filled(textLimit));
const note = t.standing(words, "");
const job = t.means("the job's key", t.filled(64));
const holders = ["agent", "engine"] as const;
const people = ["person"] as const;
/** Fields of a worker's report. */
export const doneFields = {
  unit: t.means("the id of what the pass is about", t.filled(textLimit)),
  summary: words,
  learnings: t.standing(t.means("for the next worker", wordsList), []),
  patterns: t.standing(t.means("what holds of the whole code base", wordsList), []),
};
/** Fields of a judge's report. */
export const verdictFields = { judgements: judgementsInput, note };

/** The live pass, if it waits for exactly this job. Refusal: PASS_STALE. */
const livePass = (state: Attempting, stage: Stage, key: string): Pass | Refusal =>
  state.pass === null || stageOf(state) !== stage || key !== keyOf(state, stage)
    ? refuse("PASS_STALE", `${key} isn't under way`)
    : state.pass;

const failed = (
  state: Attempting,
  { n, unit }: Pass,
  { reason, spent, ...turned }: Unheard & { readonly spent: boolean },
  at: Stamp["at"],
) => {
  const trouble = troubleAfter(state.trouble, turned, at);
  return { pass: n, unit, why: reason, trouble, spent: spent && trouble === null };
};

type PassEvents<S extends Attempting> = ReturnType<typeof passEvents<S>>;
type EndEvents<S extends Attempting> = ReturnType<typeof endEvents<S>>;
type Makes<M> = M extends (data: never) => infer E ? Extract<E, Event> : never;
type EventOf<T> = Makes<T[keyof T]>;

const redo = ({ n, unit }: Pass, why: string) => ({
  pass: n,
  unit,
  why: why.slice(0, textLimit),
  trouble: null,
  spent: true,
});

/** Commands for a worker's pass. */
const workCommands = <S extends Attempting>(event: PassEvents<S>) => {
  const { command } = commandsOn<S, EventOf<PassEvents<S>>>();
  return {
    beginPass: command("BeginPass", {
      means: "Begins the pass that is due, at the next unit.",
      data: { job, holder: holderShape },
      who: holders,
      when: ["live"],
      decide: (state, { job: key, holder }) => {
        const due = dueUnit(state);
        return due === null || key !== keyOf(state, "pass")
          ? refuse("JOB_UNREADY", `${key} isn't due`)
          : [event.passBegun({ pass: state.passes + 1, unit: due.id, holder })];
      },
    }),
    finishPass: command("FinishPass", {
      means: "Says that the unit of a pass is done: its checks and a judge decide.",
      data: { job, ...doneFields, changed: t.standing(t.texts, []) },
      who: holders,
      judged: true,
      decide: (state, { job: key, ...done }) => {
        const pass = livePass(state, "pass", key);
        if (isRefusal(pass)) return pass;
        return done.unit === pass.unit
          ? [event.passEnded({ pass: pass.n, ...done })]
          : refuse("REPORT_FOREIGN", `the pass is at ${pass.unit}, not at ${done.unit}`, {
              pointer: "/unit",
            });
      },
    }),
    reportFailure: command("ReportFailure", {
      means: "Records a pass or a verdict that came to nothing.",
      data: { job, ...unheardFields },
      who: holders,
      decide: (state, { job: key, ...unheard }, { at }) => {
        const pass = livePass(state, "pass", key);
        if (!isRefusal(pass)) return [event.unitReturned(failed(state, pass, unheard, at))];
        if (isUnjudged(state)) return pass;
        const judged = livePass(state, "judge", key);
        return isRefusal(judged)
          ? judged
          : [event.judgeFailed({ ...failed(state, judged, unheard, at), moved: false })];
      },
    }),
  };
};

/** Refusals: UNIT_UNKNOWN, STATUS_UNREACHABLE. */
const unfit = (
  state: Attempting,
  id: string,
  fits: (state: Attempting, id: string) => boolean,
): Refusal | null => {
  const ids = state.units.map((one) => one.id);
  if (!ids.includes(id))
    return refuse("UNIT_UNKNOWN", `there is no ${id}`, { fits: firstOf(ids, 20) });
  const word = isStuck(state, id) ? "stuck" : workOf(state, id).status;
  return fits(state, id) ? null : refuse("STATUS_UNREACHABLE", `${id} is ${word}`);
};

/** Why this sender may not judge a pass. Refusals: SENDER_WRONG, AUTHOR_SAME. */
const judgedBy = (
  state: Attempting,
  { unit }: Pass,
  kind: Sender["kind"],
  holder: Holder,
): Refusal | null => {
  if (kind === "person") return null;
  const { judge } = state.options;
  return judge === "person"
    ? refuse("SENDER_WRONG", "a person judges here", { fits: "`cairn decide`" })
    : judgeRefused(judge, workOf(state, unit).workers, holder);
};

/** Commands for check results and verdicts. */
const proofCommands = <S extends Attempting>(event: PassEvents<S>) => {
  const { command } = commandsOn<S, EventOf<PassEvents<S>>>();
  return {
    recordChecks: command("RecordChecks", {
      means: "Records what the engine ran on what a pass left.",
      data: { job, results: t.list(resultShape), tree: t.maybe(t.text), head: t.maybe(t.text) },
      who: ["engine"],
      decide: (state, { job: key, ...ran }) => {
        const pass = livePass(state, "check", key);
        if (isRefusal(pass)) return pass;
        const red = redWords(ran.results);
        return [
          event.checksRan({ pass: pass.n, unit: pass.unit, ...ran }),
          ...(red === "" ? [] : [event.unitReturned(redo(pass, `checks red: ${red}`))]),
        ];
      },
    }),
    giveVerdict: command("GiveVerdict", {
      label: "Judge it",
      means: "Judges each criterion of the unit whose checks are green.",
      data: {
        job: t.optional(job),
        ...verdictFields,
        tree: t.optional(t.maybe(t.text)),
        holder: t.optional(t.means("who judged, of what the engine hosts", holderShape)),
      },
      who: ["agent", "person", "engine"],
      judged: true,
      ask: () => ({ tree: true }),
      fill: ({ tree }, facts) => ({ tree: tree === undefined ? facts.tree : tree }),
      decide: (state, { job: key = keyOf(state, "judge"), ...given }, { by }) => {
        const pass = livePass(state, "judge", key);
        if (isRefusal(pass)) return { ...pass, code: "VERDICT_OUTDATED" };
        const texts = unitOf(state, pass.unit)?.criteria ?? [];
        const holder = (by.kind === "engine" ? given.holder : undefined) ?? holderOf(by);
        const read =
          judgedBy(state, pass, by.kind, holder) ?? judgementsOf(given.judgements, texts.length);
        if (isRefusal(read)) return read;
        if (by.kind !== "person" && given.tree !== pass.tree)
          return [
            event.judgeFailed({
              ...redo(pass, "the tree changed while it was judged"),
              moved: !isPlaced(state),
            }),
          ];
        const unmet = read.judgements.flatMap(({ met, note: why }, index) =>
          met ? [] : [`unmet ${index + 1} (${texts[index] ?? ""}): ${why}`],
        );
        if (unmet.length > 0)
          return [event.unitReturned(redo(pass, [...unmet, given.note].join("\n").trim()))];
        const { n, unit, tree } = pass;
        return [event.unitPassed({ pass: n, unit, tree, ...read, holder })];
      },
    }),
    judgeAgain: command("JudgeAgain", {
      label: "Ask a judge again",
      means: "Has a pass judged again after its judges came to nothing.",
      data: { unit },
      who: people,
      decide: (state, { unit: id }) =>
        unfit(state, id, () => state.pass?.unit === id && isUnjudged(state)) ?? [
          event.judgeAskedAgain({ pass: state.passes, unit: id }),
        ],
    }),
  };
};

/** Commands about a unit that only a person may send. */
const unitCommands = <S extends Attempting>(event: PassEvents<S>) => {
  const { command } = commandsOn<S, EventOf<PassEvents<S>>>();
  return {
    retryUnit: command("RetryUnit", {
      label: "Try again",
      means: "Gives a stuck unit new tries.",
      data: { unit, note },
      who: people,
      decide: (state, { unit: id, note: why }) =>
        unfit(state, id, isStuck) ?? [event.unitRetried({ unit: id, why })],
    }),
    waiveUnit: command("WaiveUnit", {
      means: "Lets a unit go without proof, by name and for a reason that is kept.",
      data: { unit, reason: words },
      who: people,
      decide: (state, { unit: id, reason: why }, { by }) =>
        unfit(state, id, () => !isSettled(state, id)) ??
        reasonMissing(why) ?? [event.unitWaived({ unit: id, by: by.name, why })],
    }),
    reopenUnit: command("ReopenUnit", {
      means: "Makes a unit work again that had passed.",
      data: { unit, reason: note },
      who: people,
      when: ["live", "paused", "over"],
      decide: (state, { unit: id, reason: why }) =>
        unfit(state, id, isSettled) ?? [event.unitReopened({ unit: id, why })],
    }),
  };
};

export const passCommands = <S extends Attempting>(event: PassEvents<S>) => ({
  ...workCommands(event),
  ...proofCommands(event),
  ...unitCommands(event),
});

/** Commands for options and the end of a run. */
export const endCommands = <S extends Attempting>(event: EndEvents<S>) => {
  const { command } = commandsOn<S, EventOf<EndEvents<S>>>();
  const reason = { reason: words };
  return {
    setOptions: command("SetOptions", {
      means: "Changes options of the run from now on.",
      data: { options: optionsInput },
      who: people,
      decide: (state, given) => {
        const options = optionsOf(given.options, state.options);
        if (isRefusal(options)) return options;
        return options.max_passes < state.passes
          ? refuse("LIMIT_INVALID", `${state.passes} passes were begun already`, {
              pointer: "/options/max_passes",
              fits: `${state.passes} or more`,
            })
          : [event.optionsSet({ options })];
      },
    }),
    fail: command("Fail", {
      label: "End as failed",
      means: "Ends the run as failed.",
      data: reason,
      who: people,
      decide: (_state, data) => reasonMissing(data.reason) ?? [event.runFailed(data)],
    }),
    reopen: command("Reopen", {
      label: "Reopen run",
      means: "Resumes a run that failed or was cancelled.",
      data: {
        ...reason,
        passes: t.standing(t.means("that it may take at least", t.wholeFrom(1, mostPasses)), 10),
      },
      who: people,
      when: ["over"],
      decide: ({ end, run, units: [first] }, data) =>
        end?.is === "complete"
          ? refuse("RUN_COMPLETE", "a complete run stays so", {
              fits: `\`cairn send ${run} ReopenUnit --unit ${first?.id ?? "ID"} --reason WHY\``,
            })
          : (reasonMissing(data.reason) ?? [event.runReopened(data)]),
    }),
    cancel: cancelling<S, ReturnType<EndEvents<S>["runCancelled"]>>({
      life,
      word: phase,
      means: "Ends the run and stops its jobs. It can be reopened later.",
      most: textLimit,
      isCancelled: ({ end }) => end?.is === "cancelled",
      then: (_state, why) => event.runCancelled({ reason: why }),
    }),
  };
};
