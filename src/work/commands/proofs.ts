// Commands that record what was shown: the engine's checks, and a person's word where no check can say.
import type { Ask } from "../../core/protocol.ts";
import { isFlipped } from "../../kit/check/hollow.ts";
import { argvText } from "../../core/checks/argv.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { resultShape as sharedShape } from "../../kit/checks.ts";
import * as t from "../../kit/schema.ts";
import { checkText, cut } from "../../kit/check/check.ts";
import { stageOf, untried, wholeOf } from "../course.ts";
import { type Dialect, kindOf } from "../dialect.ts";
import { beforeRecorded } from "../events/claims.ts";
import { checksRecorded } from "../events/proofs.ts";
import { nothingWhy } from "../worker-checks.ts";
import { beforeKey, checkKey } from "../keys.ts";
import { ranFields } from "../unit.ts";
import { changedSinceBase, find, type Work } from "../work.ts";
import { command, jobKey } from "./declare.ts";

const maybe = t.maybe(t.text);
const resultInput = t.record({ unit: t.text, criterion: t.wholeFrom(1), ...ranFields });
type Given = t.Of<typeof resultInput>;

const resultOf = (state: Work, given: Given) => {
  const unit = find(state, given.unit);
  const criterion = unit?.criteria[given.criterion - 1];
  if (unit === undefined || criterion === undefined) return [];
  const { passed, captured, hollow, exit, why, tree, excerpt } = given;
  // An unknown exit is never a pass, whoever judged it.
  const green = (passed || captured) && exit !== null;
  const nothing = green ? nothingWhy(state, unit, criterion, tree) : null;
  const shown = green && nothing === null;
  const old = criterion.proof;
  const ended = old && {
    tree: old.tree,
    failed: old.by === "engine" && !old.passed && !old.captured && !old.hollow,
    flipped: old.flipped,
  };
  return [
    {
      ...given,
      criteria: criterion.text,
      type: criterion.check?.type ?? ("manual" as const),
      command: criterion.check === null ? "" : checkText(criterion.check),
      passed: shown && !captured,
      captured: shown && captured,
      hollow: hollow || nothing !== null,
      flipped: isFlipped(shown, tree, ended),
      why: shown ? null : (nothing ?? why),
      by: "engine" as const,
      name: "engine",
      excerpt: cut(excerpt),
    },
  ];
};

const outdated = (job: string): Refusal =>
  refuse("CHECK_OUTDATED", `${job} isn't due any more: what it would show was decided otherwise`);
/** Whether it holds is asked of this tree alone; what passes anywhere held, too. */
const heldBefore = ({ criterion, passed, captured, hollow, why, tree }: Given) => ({
  criterion,
  passed: passed || captured || hollow,
  why,
  tree,
});

export const recordChecks = (dialect: Dialect) =>
  command("RecordChecks", {
    means: "Records what the engine ran and saw.",
    data: {
      job: jobKey,
      tree: maybe,
      head: maybe,
      results: t.list(resultInput),
      shared: t.standing(t.means("of the run's own checks", t.list(sharedShape)), []),
      changed: t.optional(t.texts),
    },
    who: ["engine"],
    ask: (state, { job }): Ask => {
      const whole = wholeOf(dialect, state);
      return whole !== undefined && checkKey(whole) === job ? changedSinceBase(state) : {};
    },
    fill: (_data, { changed }) => ({ changed: changed.map(({ path }) => path) }),
    filled: ["changed"],
    decide(state, { job, tree, head, results, shared, changed = [] }) {
      const before = state.units.find((unit) => beforeKey(unit) === job);
      if (before !== undefined) {
        const due = untried(dialect, before).map(({ number }) => number);
        const known = results.filter(({ criterion }) => due.includes(criterion));
        // Checks that were changed meanwhile: then it says nothing, and nothing is lost.
        return known.length === 0
          ? []
          : [beforeRecorded({ unit: before.id, results: known.map(heldBefore) })];
      }
      const unit = state.units.find((one) => checkKey(one) === job);
      if (unit === undefined || stageOf(dialect, state, unit) !== "check") return outdated(job);
      // Its options were changed meanwhile.
      const { checks } = state.options;
      if (checks.some(({ argv }, at) => argvText(argv) !== shared[at]?.name)) return outdated(job);
      return [
        checksRecorded({
          unit: unit.id,
          tree,
          head,
          results: results.flatMap((one) => resultOf(state, one)),
          ...(shared.length === 0 ? {} : { shared: [...shared] }),
          changed: kindOf(dialect, unit).whole === true ? [...changed] : [],
        }),
      ];
    },
  });
