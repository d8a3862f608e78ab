// Events of what is said of criteria, and of what held without the work: none is a proof.
import { own } from "../../core/reports/attempt-end.ts";
import { because } from "../../core/words/quote.ts";
import * as t from "../../kit/schema.ts";
import { reread } from "../worker-checks.ts";
import { checkShape, evidenceTypes } from "../../kit/check/shape.ts";
import { beforeShape, choosers, type Unit, withOtherChecks } from "../unit.ts";
import { change, changeCriterion, find, type Work } from "../work.ts";
import { byWhom, event, maybe, nameless } from "./declare.ts";

/** Of a unit or criterion: the last one is shown, those before only tell what was said already. */
const keptClaims = 50;
const ofCriterion = { unit: t.text, criterion: t.count };
export const evidenceClaimed = event("EvidenceClaimed", {
  means: "Somebody said that something holds: a claim, never a proof.",
  data: {
    unit: t.text,
    criterion: t.maybe(t.count),
    criteria: t.text,
    type: t.oneOf(evidenceTypes),
    text: t.text,
    command: t.text,
    path: maybe,
    by: t.text,
    extras: t.list(t.pair(t.text, t.text)),
  },
  line: ({ unit, criterion, by, text }) =>
    `${unit}${criterion === null ? "" : ` criterion ${criterion}`}, a claim ${by === nameless ? by : `of ${by}`}${because(text)}`,
  apply: (state, { unit, criterion, criteria: _criteria, ...claim }, { at }) => {
    const claimed = <C extends Pick<Unit, "claims">>(of: C): C => ({
      ...of,
      claims: [...of.claims.slice(1 - keptClaims), { ...claim, at }],
    });
    return criterion === null
      ? change(state, unit, claimed)
      : changeCriterion(state, unit, criterion, claimed);
  },
});
/** What ran before is void, of the whole, too; what runs now has another key from here on. */
const unchecked = (state: Work, id: string, isOther: boolean): Work => ({
  ...state,
  units: state.units.map((unit) => {
    const isOwn = unit.id === id;
    if (!isOwn && unit.status !== "judged" && !unit.after.includes(id)) return unit;
    const { runs, trials } = withOtherChecks(unit);
    return {
      ...unit,
      runs,
      // A criterion that had none was tried by no job.
      trials: isOwn && isOther ? trials : unit.trials,
      checked: null,
      status: unit.status === "judged" ? "claimed" : unit.status,
      judging: { ...unit.judging, live: false },
    };
  }),
});
export const checkSet = event("CheckSet", {
  means: "It was set how a criterion is checked.",
  data: {
    ...ofCriterion,
    check: checkShape,
    chosenBy: t.oneOf(choosers),
    reason: t.text,
    by: t.text,
  },
  line: ({ unit, criterion, by, reason }) =>
    `${unit} criterion ${criterion} ${byWhom(by)}${because(reason)}`,
  broken: ({ plan }, { chosenBy }, { by }) =>
    chosenBy === "plan" && plan.state === "approved"
      ? "no check is planned once the plan is approved"
      : chosenBy === "person" && by.kind !== "person"
        ? `${by.kind} chooses it for nobody`
        : null,
  apply: (state, { unit, criterion, check, chosenBy }) =>
    unchecked(
      changeCriterion(state, unit, criterion, (one) => ({
        ...one,
        check,
        chosenBy,
        before: null,
        proof: null,
      })),
      unit,
      find(state, unit)?.criteria[criterion - 1]?.check !== null,
    ),
});
const heldWords = (results: readonly { readonly passed: boolean }[]): string =>
  `${results.filter(({ passed }) => passed).length} of ${results.length} passed without the work`;
export const beforeRecorded = event("BeforeRecorded", {
  means: "What held without the work: never a proof.",
  data: {
    unit: t.text,
    results: t.list(t.record({ criterion: t.count, ...beforeShape.entries })),
  },
  line: ({ unit, results }) => `${unit}, ${heldWords(results)}`,
  ends: ({ results }) => [own("over", heldWords(results))],
  by: ["engine"],
  apply: (state, { unit: id, results }) =>
    change(state, id, (unit) => ({
      ...unit,
      trials: unit.trials + 1,
      criteria: unit.criteria.map((one, at) => {
        const found = results.find(({ criterion }) => criterion === at + 1);
        if (found === undefined) return one;
        const { criterion: _number, ...before } = found;
        return reread(state, unit, { ...one, before });
      }),
    })),
});
