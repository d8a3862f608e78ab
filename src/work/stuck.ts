// Decisions on what can't go on by itself: failed units, mute judges, agents turned away, spent rounds and passes.
import { faultHelp } from "../core/reports/agent-fault.ts";
import type { DecisionOption } from "../core/job.ts";
import { isCheckedWhole } from "../core/rules/site-key.ts";
import type { Command } from "../core/protocol.ts";
import { fenced, paragraphs } from "../core/words/quote.ts";
import { isRecord } from "../core/json/record.ts";
import { fits } from "../kit/findings.ts";
import { jsonSchemaOf } from "../kit/json-schema.ts";
import * as t from "../kit/schema.ts";
import {
  hasChecks,
  isLast,
  isMute,
  isOutOfRounds,
  spentUnits,
  stuckUnits,
  turnedAway,
  wholeOf,
  worked,
} from "./course.ts";
import { decision, proofsOf, verdictOptions } from "./decisions.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { failedWords, lastRoundWords, muteWords, turnedAwayWords } from "./reasons.ts";
import type { Unit } from "./unit.ts";
import { find, type Work } from "./work.ts";

/** @param options answers that it takes, in order, with what differs from their declaration; each takes `end`, too */
const asked = (
  unit: Unit,
  why: string,
  options: Readonly<Record<string, Partial<DecisionOption>>>,
) => {
  const sentence = `${why.charAt(0).toUpperCase()}${why.slice(1)}${/[.!?\u2026]$/u.test(why) ? "" : "."}`;
  return {
    key: `stuck-${unit.id}`,
    about: { is: "stuck", unit: unit.id } as const,
    subject: unit.id,
    question: `${sentence} What now?`,
    only: [...Object.keys(options), "end"],
    options,
  };
};

/** Work by hand would be returned for a criterion that nothing shows: no check, nor a judge. */
const isShowable = (dialect: Dialect, { kind, criteria }: Unit): boolean =>
  kindOf(dialect, { kind }).course.includes("judge") ||
  criteria.every(({ check, waived }) => check !== null || waived !== null);
const failedUnits = (dialect: Dialect, state: Work) =>
  stuckUnits(dialect, state).map((unit) => {
    const isWork = kindOf(dialect, unit).planning !== true;
    const isRun = isWork && (isCheckedWhole(state) || hasChecks(dialect, state, unit));
    return asked(unit, failedWords(dialect, unit), {
      retry: { means: "It gets new attempts.", ...(isRun ? { mends: unit.id } : {}) },
      ...(isWork && dialect.plan !== undefined ? { change: {} } : {}),
      ...(isWork && isShowable(dialect, unit) ? { "by-hand": { takes: true } } : {}),
      ...(!isWork && worked(dialect, state).length > 0
        ? { "by-hand": { label: "Propose your draft", means: "The plan as the files hold it." } }
        : {}),
      ...(isWork && !isLast(dialect, state) ? { waive: {}, skip: {} } : {}),
    });
  });
/** The person may judge instead; a verdict on one unit opens no round. */
const muteJudges = (dialect: Dialect, state: Work) =>
  state.units.filter(isMute).map((unit) => {
    const means = "A worker does it again with your issues.";
    const issues = kindOf(dialect, unit).whole === true ? {} : { means };
    const retry = { means: "It is judged again." };
    return asked(unit, muteWords(unit), { retry, pass: {}, issues, waive: {} });
  });
const spentRounds = (dialect: Dialect, state: Work) => {
  const whole = wholeOf(dialect, state);
  if (whole === undefined || !isOutOfRounds(state)) return [];
  const why = lastRoundWords(state, state.verdict?.issues ?? []);
  const means = "Each issue is worked on in another round.";
  return [
    asked(whole, why, {
      retry: { means, fields: jsonSchemaOf(roundsShape) },
      ...(whole.status === "judged" ? { pass: {} } : {}),
      waive: {},
    }),
  ];
};
/** One question about all that wait for a person because of a model server: they share the cause. */
const unitsTurnedAway = (state: Work) => {
  const [first, ...others] = turnedAway(state);
  if (first === undefined || first.trouble === null) return [];
  const help = faultHelp[first.trouble.kind];
  const means = `All that wait for this begin again; no attempt was used.${help === null ? "" : ` Before that, ${help}.`}`;
  return [asked(first, turnedAwayWords([first, ...others]), { retry: { means } })];
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
      ...unitsTurnedAway(state),
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

/** Work jobs of a run. */
const most = 500;
const moreShape = (used: number) =>
  t.open({ passes: t.means("how many passes more", t.wholeFrom(1, most - used)) });

export const passes = (dialect: Dialect) =>
  decision("passes", {
    asks: (state) =>
      spentUnits(dialect, state).length === 0
        ? null
        : {
            key: `passes-${state.passes}`,
            about: { is: "passes", passes: state.passes },
            subject: "run",
            question: `All ${state.passes} passes are used, and some work is left. Go on?`,
            options: {
              more: state.passes < most ? { fields: jsonSchemaOf(moreShape(state.passes)) } : null,
            },
          },
    options: {
      more: {
        label: "Add passes",
        means: "The run may take so many more.",
        note: "none",
        recommended: true,
        then: ({ passes: used }, { data }): Command | null =>
          fits(moreShape(used), data)
            ? { type: "SetOptions", data: { options: { max_passes: used + data.passes } } }
            : null,
      },
      end: endOption,
    },
  });
