// The decision on what can't go on by itself: failed units, mute judges, agents turned away, spent rounds and passes.
import { faultHelp } from "../core/reports/agent-fault.ts";
import type { DecisionOption } from "../core/job.ts";
import { isCheckedWhole } from "../core/rules/site-key.ts";
import type { Command } from "../core/protocol.ts";
import { fenced, paragraphs } from "../core/words/quote.ts";
import { isRecord } from "../core/json/record.ts";
import { fits } from "../kit/findings.ts";
import { jsonSchemaOf } from "../kit/json-schema.ts";
import * as t from "../kit/schema.ts";
import { hasChecks, isLast, worked } from "./course.ts";
import { decision, proofsOf, verdictOptions } from "./decisions.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import { mostPasses, mostRounds } from "./options.ts";
import { type Stop, stops } from "./reasons.ts";
import type { Unit } from "./unit.ts";
import { find, type Work } from "./work.ts";

/** Work by hand would be returned for a criterion that nothing shows: no check, nor a judge. */
const isShowable = (dialect: Dialect, { kind, criteria }: Unit): boolean =>
  kindOf(dialect, { kind }).course.includes("judge") ||
  criteria.every(({ check, waived }) => check !== null || waived !== null);
type Options = Readonly<Record<string, Partial<DecisionOption>>>;
const failedOptions = (dialect: Dialect, state: Work, unit: Unit): Options => {
  const isWork = kindOf(dialect, unit).planning !== true;
  const shows = isWork && isShowable(dialect, unit);
  const isRun = shows && (isCheckedWhole(state) || hasChecks(dialect, state, unit));
  return {
    retry: { means: "It gets new attempts.", ...(isRun ? { mends: unit.id } : {}) },
    ...(isWork && dialect.plan !== undefined ? { change: {} } : {}),
    ...(shows ? { "by-hand": { takes: true } } : {}),
    ...(!isWork && worked(dialect, state).length > 0
      ? { "by-hand": { label: "Propose your draft", means: "The plan as the files hold it." } }
      : {}),
    ...(isWork && !isLast(dialect, state) ? { waive: {}, skip: {} } : {}),
  };
};
const awayMeans = ({ trouble }: Unit): string => {
  const help = trouble === null ? null : faultHelp[trouble.kind];
  return `All that wait for this begin again; no attempt was used.${help === null ? "" : ` Before that, ${help}.`}`;
};
/** Answers that it takes, in order, with what differs from their declaration; each takes `end`, too. */
const optionsOf = (dialect: Dialect, state: Work, { is, unit }: Stop): Options => {
  const fields = jsonSchemaOf(moreShape);
  switch (is) {
    case "failed":
      return failedOptions(dialect, state, unit);
    case "away":
      return { retry: { means: awayMeans(unit) } };
    case "mute": {
      // A verdict on one unit opens no round.
      const means = "A worker does it again with your issues.";
      const issues = kindOf(dialect, unit).whole === true ? {} : { means };
      return { retry: { means: "It is judged again." }, pass: {}, issues, waive: {} };
    }
    case "rounds": {
      const means = "Each issue is worked on in another round.";
      const isLeft = state.round - state.firstRound + 1 < mostRounds;
      return {
        ...(isLeft ? { retry: { means, fields, note: "none" } } : {}),
        ...(unit.status === "judged" ? { pass: {} } : {}),
        waive: {},
      };
    }
    case "passes":
      return state.passes < mostPasses
        ? { retry: { means: "The run may take so many passes more.", fields, note: "none" } }
        : {};
  }
};
const asked = (dialect: Dialect, state: Work, stop: Stop) => {
  const { unit, why } = stop;
  const options = optionsOf(dialect, state, stop);
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

const moreShape = t.open({ n: t.means("rounds, or passes", t.wholeFrom(1, 50)) });
type On = { readonly unit: string };
type Answered = { readonly note: string; readonly data: unknown };
const retried = ({ unit }: On, { note, data }: Answered): Command => ({
  type: "Retry",
  data: { unit, reason: note, ...(fits(moreShape, data) ? { n: data.n } : {}) },
});

export const stuck = (dialect: Dialect) =>
  decision("stuck", {
    asks: (state) => stops(dialect, state).map((stop) => asked(dialect, state, stop)),
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
      end: {
        label: "End the run as failed",
        means: "The run ends, with your note as its reason. It can be reopened later.",
        note: "may",
        ends: true,
        then: (_about, { note }) => ({
          type: "Fail",
          data: { reason: note === "" ? "given up" : note },
        }),
      },
    },
    shows: (state, { unit }) => paragraphs([reasonOf(state, unit), proofsOf(state, unit)]),
  });
/** The whole reason; the question has its first line. */
const reasonOf = (state: Work, id: string): string | null => {
  const unit = find(state, id);
  const why = unit?.trouble?.reason ?? unit?.judging.returned ?? unit?.returned?.reason ?? null;
  return why === null ? null : `The last try ended so:\n\n${fenced(why)}`;
};
