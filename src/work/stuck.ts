// The decision on what can't go on by itself: failed units, mute judges, spent rounds, agents turned away.
import { faultHelp } from "../core/agent-fault.ts";
import type { DecisionOption } from "../core/job.ts";
import { howMany } from "../core/how-many.ts";
import { isCheckedWhole } from "../core/placed.ts";
import type { Command } from "../core/protocol.ts";
import { fenced, firstLine, paragraphs } from "../core/quote.ts";
import { isRecord } from "../core/record.ts";
import { fits } from "../kit/findings.ts";
import { jsonSchemaOf } from "../kit/json-schema.ts";
import * as t from "../kit/schema.ts";
import type { Judged } from "./about.ts";
import { criteriaOf, isLast, isMute, isOutOfRounds, stuckUnits, wholeOf } from "./course.ts";
import { decision, judgedOf, proofsOf, verdictOptions } from "./decisions.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { isRunnable, type Unit } from "./unit.ts";
import { find, type Work } from "./work.ts";

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const sentence = (text: string): string => (/[.!?\u2026]$/u.test(text) ? text : `${text}.`);
type Options = Readonly<Record<string, Partial<DecisionOption> | null>>;
const asked = (on: Unit, criteria: readonly Judged[], question: string, options: Options) => ({
  key: `stuck-${on.id}`,
  about: { is: "stuck", unit: on.id, criteria } as const,
  subject: on.id,
  question: `${sentence(question)} What now?`,
  options,
});
const none = {
  retry: null,
  change: null,
  pass: null,
  issues: null,
  waive: null,
  skip: null,
  "by-hand": null,
} as const;

/** Something is run that can show whether it is mended. */
const isRun = (dialect: Dialect, state: Work, unit: Unit): boolean =>
  state.options.checks.length > 0 ||
  isCheckedWhole(state) ||
  criteriaOf(dialect, state, unit).some(({ criterion }) => isRunnable(criterion.check));
const failedUnits = (dialect: Dialect, state: Work) =>
  stuckUnits(dialect, state).map((unit) => {
    const { noun, planning = false } = kindOf(dialect, unit);
    const last = isLast(dialect, state);
    const why = `${capital(noun)} ${unit.id} failed after ${howMany(unit.tries, "attempt")}: ${firstLine(unit.returned?.reason ?? null)}`;
    const work = {
      change: dialect.plan === undefined ? null : {},
      waive: last ? null : {},
      skip: last ? null : {},
      "by-hand": {},
    };
    return asked(unit, [], why, {
      ...none,
      retry: {
        means: "It gets new attempts.",
        ...(planning || !isRun(dialect, state, unit) ? {} : { mends: unit.id }),
      },
      ...(planning ? {} : work),
    });
  });
/** A verdict on one unit opens no round. */
export const sentBack = (dialect: Dialect, unit: Unit): Partial<DecisionOption> =>
  kindOf(dialect, unit).whole === true ? {} : { means: "A worker does it again with your issues." };
/** Its judges are mute: the person may judge instead. */
const muteJudges = (dialect: Dialect, state: Work) =>
  state.units.filter(isMute).map((unit) =>
    asked(
      unit,
      judgedOf(dialect, state, unit.id),
      `The judge of ${unit.id} gave no verdict ${howMany(unit.judging.mute, "time")}: ${firstLine(unit.judging.returned)}`,
      {
        ...none,
        retry: { means: "It is judged again." },
        pass: {},
        issues: sentBack(dialect, unit),
        waive: {},
      },
    ),
  );
const spentRounds = (dialect: Dialect, state: Work) => {
  const whole = wholeOf(dialect, state);
  if (whole === undefined || !isOutOfRounds(state)) return [];
  const issues = state.verdict?.issues ?? [];
  return [
    asked(
      whole,
      judgedOf(dialect, state, whole.id),
      `Verification failed in round ${state.round}, the last one: ${issues.map(({ summary }) => firstLine(summary)).join("; ")}`.slice(
        0,
        1_000,
      ),
      {
        ...none,
        retry: {
          means: "Each issue is worked on in another round.",
          fields: jsonSchemaOf(roundsShape),
        },
        pass: whole.status === "judged" ? {} : null,
        waive: {},
      },
    ),
  ];
};
/** One question about all that wait for a person because of a model server: they share the cause. */
const turnedAway = (state: Work) => {
  const held = state.units.filter(({ trouble }) => trouble?.notBefore === null);
  const [first] = held;
  if (first === undefined || first.trouble === null) return [];
  const help = faultHelp[first.trouble.kind];
  const names = held.map(({ id }) => id).join(", ");
  const means = `All that wait for this begin again; no attempt was spent.${help === null ? "" : ` Before that, ${help}.`}`;
  return [
    asked(first, [], `The agent of ${names} was turned away: ${firstLine(first.trouble.reason)}`, {
      ...none,
      retry: { means },
    }),
  ];
};

export const endOption = {
  label: "End the run as failed",
  means: "The run ends, with your note as its reason. It can be reopened later.",
  note: "may",
  ends: true,
  then: (_about: unknown, { note }: { readonly note: string }): Command => ({
    type: "Fail",
    data: { reason: note === "" ? "given up" : note },
  }),
} as const;
const roundsShape = t.open({ n: t.means("rounds, or tries", t.wholeFrom(1, 10)) });
type On = { readonly unit: string };
type Answered = { readonly note: string; readonly data: unknown };
const retried = ({ unit }: On, { note, data }: Answered): Command => ({
  type: "Retry",
  data: { unit, reason: note, ...(fits(roundsShape, data) ? { n: data.n } : {}) },
});

export const stuck = (dialect: Dialect) =>
  decision("stuck", {
    asks: (state) => [
      ...failedUnits(dialect, state),
      ...muteJudges(dialect, state),
      ...spentRounds(dialect, state),
      ...turnedAway(state),
    ],
    options: {
      retry: { label: "Try again", note: "may", recommended: true, then: retried },
      change: {
        label: "Change it",
        means: "Other criteria or checks, on record in your name; then it is tried again.",
        note: "must",
        fields: jsonSchemaOf(dialect.plan?.changes ?? t.record({})),
        then: ({ unit }, { note, data }) => ({
          type: "SetUnits",
          data: { units: [{ ...(isRecord(data) ? data : {}), id: unit }], reason: note },
        }),
      },
      ...verdictOptions,
      "by-hand": {
        label: "Take your changes",
        means: "What you changed in the checkout is its work; its checks decide.",
        note: "may",
        takes: true,
        then: ({ unit }, { note }) => ({
          type: "Retry",
          data: { unit, by_hand: true, reason: note },
        }),
      },
      waive: {
        label: "Accept without proof",
        means:
          "It counts as done without proof, in your name and always shown as such. What waits for it may start.",
        note: "must",
        then: ({ unit }, { note }) => ({ type: "Waive", data: { unit, reason: note } }),
      },
      skip: {
        label: "Leave it out",
        means: "Nothing of it lands, in your name. What waits for it may start.",
        note: "must",
        then: ({ unit }, { note }) => ({ type: "Skip", data: { unit, reason: note } }),
      },
      end: endOption,
    },
    shows: (state, { unit }) => paragraphs([reasonOf(state, unit), proofsOf(state, unit)]),
  });
/** The whole reason; the question has its first line. */
const reasonOf = (state: Work, id: string): string | null => {
  const unit = find(state, id);
  const why = unit?.trouble?.reason ?? unit?.judging.returned ?? unit?.returned?.reason ?? null;
  return why === null ? null : `The last try ended so:\n\n${fenced(why)}`;
};
