// Decisions of runs in attempts: each question with its answers and their commands.
import { decisionsOn, together } from "../../core/decision.ts";
import { howMany } from "../../core/how-many.ts";
import { isCheckedWhole } from "../../core/placed.ts";
import type { Command } from "../../core/protocol.ts";
import { oneLine } from "../../core/quote.ts";
import { fits } from "../findings.ts";
import { jsonSchemaOf } from "../json-schema.ts";
import * as t from "../schema.ts";
import { mostPasses } from "./options.ts";
import {
  type Attempting,
  isStuck,
  isUnjudged,
  keyOf,
  nextUnit,
  type Stage,
  stageOf,
  type Unit,
  unitOf,
  workOf,
} from "./state.ts";

export type About =
  | { readonly is: Stage; readonly unit: string }
  | { readonly is: "accept"; readonly unit: string; readonly criteria: number }
  | { readonly is: "unjudged"; readonly unit: string; readonly criteria: number }
  | { readonly is: "stuck"; readonly unit: string }
  | { readonly is: "limit"; readonly passes: number };
type Noted = { readonly note: string };

const decision = decisionsOn<Attempting, About, Command>();
const fail = {
  label: "End as failed",
  means: "The run ends as failed, with your reason. It can be reopened later.",
  note: "must",
  ends: true,
  then: (_about: About, { note }: Noted): Command => ({ type: "Fail", data: { reason: note } }),
} as const;

const verdict = (criteria: number, met: boolean, note: string): Command => {
  const numbers = Array.from({ length: criteria }, (_, index) => index + 1);
  const judgements = numbers.map((criterion) => ({ criterion, met, note }));
  return { type: "GiveVerdict", data: { judgements } };
};

/** The unit whose pass waits for its verdict. */
const judgedUnit = (state: Attempting): Unit | null =>
  state.pass === null || stageOf(state) !== "judge" ? null : unitOf(state, state.pass.unit);

type Judging = { readonly criteria: number };
const verdicts = {
  met: {
    label: "Mark all as met",
    means: "It passes, in your name.",
    note: "may",
    then: ({ criteria }: Judging, { note }: Noted) => verdict(criteria, true, note),
  },
  unmet: {
    label: "Send it back",
    means: "A worker does it again with your note.",
    note: "must",
    then: ({ criteria }: Judging, { note }: Noted) => verdict(criteria, false, note),
  },
} as const;

const accept = decision("accept", {
  asks: (state) => {
    const unit = judgedUnit(state);
    if (unit === null || state.options.judge !== "person") return null;
    const { id, title, criteria } = unit;
    const listed = criteria.map((text, at) => `${at + 1}. ${oneLine(text)}`);
    return {
      key: keyOf(state, "judge"),
      about: { is: "accept", unit: id, criteria: criteria.length },
      subject: id,
      question: `${id} "${title}" is reported as done. Does it meet its criteria?\n${listed.slice(0, 10).join("\n")}`,
    };
  },
  options: verdicts,
});

const unjudged = decision("unjudged", {
  asks: (state) => {
    const unit = judgedUnit(state);
    const { judged = 0, unjudged: why = "" } = state.pass ?? {};
    if (unit === null || !isUnjudged(state) || state.options.judge === "person") return null;
    const { id, title, criteria } = unit;
    return {
      key: `unjudged-${state.passes}-${judged}`,
      about: { is: "unjudged", unit: id, criteria: criteria.length },
      subject: id,
      question: `${id} "${title}" is reported as done and no check is red, but no judge gave a verdict ${howMany(judged, "time")}: ${oneLine(why, 200)}. What now?`,
    };
  },
  options: {
    again: {
      label: "Ask a judge again",
      means: "The work stays as it is.",
      note: "none",
      recommended: true,
      then: ({ unit }) => ({ type: "JudgeAgain", data: { unit } }),
    },
    ...verdicts,
  },
});

const isChecked = (state: Attempting): boolean =>
  state.options.checks.length > 0 || isCheckedWhole(state);

const stuck = decision("stuck", {
  asks: (state) =>
    state.units
      .filter(({ id }) => isStuck(state, id))
      .map(({ id, title }) => {
        const { workers, tries } = workOf(state, id);
        return {
          key: `stuck-${id}-${workers.length}`,
          about: { is: "stuck", unit: id },
          subject: id,
          question: `${id} "${title}" came to nothing ${howMany(tries, "time")}. What now?`,
          // Where nothing is run, no check can say that it was mended.
          options: isChecked(state) ? { retry: { mends: id } } : {},
        };
      }),
  options: {
    retry: {
      label: "Try again",
      means: "It gets new tries, with your note.",
      note: "may",
      recommended: true,
      then: ({ unit }, { note }) => ({ type: "RetryUnit", data: { unit, note } }),
    },
    waive: {
      label: "Let it go without proof",
      means: "The run goes on without it.",
      note: "must",
      then: ({ unit }, { note }) => ({ type: "WaiveUnit", data: { unit, reason: note } }),
    },
    fail,
  },
});

const morePasses = (used: number) =>
  t.open({ passes: t.means("how many passes more", t.wholeFrom(1, mostPasses - used)) });
const limit = decision("limit", {
  asks: (state) => {
    const { pass, passes, options } = state;
    if (pass !== null || passes < options.max_passes || nextUnit(state) === null) return null;
    return {
      key: `passes-${passes}`,
      about: { is: "limit", passes },
      subject: "run",
      question: `All ${passes} passes are used, and some work is left. Go on?`,
      options: {
        more: passes < mostPasses ? { fields: jsonSchemaOf(morePasses(passes)) } : null,
      },
    };
  },
  options: {
    more: {
      label: "Add passes",
      means: "The run may take so many more.",
      note: "none",
      recommended: true,
      then: ({ passes }, { data }) =>
        fits(morePasses(passes), data)
          ? { type: "SetOptions", data: { options: { max_passes: passes + data.passes } } }
          : null,
    },
    fail,
  },
});

export const decisions = together([accept, unjudged, stuck, limit]);
