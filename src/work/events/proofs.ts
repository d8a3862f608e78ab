// Events of what was shown: checks, people's words and verdicts.
import { own } from "../../core/reports/attempt-end.ts";
import { howMany } from "../../core/words/how-many.ts";
import { because, firstLine } from "../../core/words/quote.ts";
import type { Time } from "../../core/row.ts";
import { evidenceTypes } from "../../kit/check/shape.ts";
import { isGreen } from "../../core/checks/recheck.ts";
import { type CheckResult, resultShape as sharedShape } from "../../kit/checks.ts";
import * as t from "../../kit/schema.ts";
import { type Criterion, isShown, noRun, type Proof, proofFields, type Unit } from "../unit.ts";
import {
  change,
  changeCriterion,
  isRejected,
  issueShape,
  judgementShape,
  type Work,
} from "../work.ts";
import { byWhom, event, maybe, nameOf, short } from "./declare.ts";

const ofCriterion = { unit: t.text, criterion: t.count };
const since = (old: Proof | null, passed: boolean, at: Time): Time =>
  old !== null && passed && (old.passed || old.captured) ? old.since : at;
const shownFields = { ...ofCriterion, criteria: t.text, ...proofFields };
type Result = t.DataOf<typeof shownFields>;
const resultShape = t.record({ ...shownFields, type: t.oneOf(evidenceTypes) });
const shownBy = (
  { unit: _unit, criterion: _number, criteria: _text, ...proof }: Result,
  old: Criterion,
  at: Time,
): Proof => ({
  ...proof,
  at,
  since: since(old.proof, proof.passed || proof.captured, at),
  judged: false,
});
/** A person's word stands on the tree that it was given for, where the check shows nothing of it. */
const isTheirs = ({ proof }: Criterion, { hollow, tree }: Result): boolean =>
  hollow && proof?.by === "person" && proof.passed && tree !== null && proof.tree === tree;
const withResults = (state: Work, results: readonly Result[], at: Time): Work =>
  results.reduce(
    (now, result) =>
      changeCriterion(now, result.unit, result.criterion, (one) => ({
        ...one,
        proof: isTheirs(one, result) ? one.proof : shownBy(result, one, at),
      })),
    state,
  );
/** What was red, of criteria and of the run's own checks. */
const redIn = (results: readonly Result[], shared: readonly CheckResult[]) =>
  [
    ...results.filter(({ passed, captured }) => !passed && !captured),
    ...shared.filter((one) => !isGreen(one)).map((one) => ({ ...one, command: one.name })),
  ].map(({ command, why, exit }) => ({ command, why: why ?? `exit ${exit ?? "unknown"}` }));
const resultsLine = (results: readonly Result[], shared: readonly CheckResult[]): string => {
  const all = results.length + shared.length;
  const red = redIn(results, shared);
  const [first] = red;
  return first === undefined
    ? `${howMany(all, "check")} green`
    : `${all - red.length} of ${howMany(all, "check")} green: ${first.command} ${first.why}`;
};

export const checksRecorded = event("ChecksRecorded", {
  means: "The engine ran the checks of a unit, or of the whole.",
  data: {
    unit: t.text,
    tree: maybe,
    head: maybe,
    results: t.list(resultShape),
    /** Of the run's own checks. */
    shared: t.optional(t.list(sharedShape)),
    /** Changed since the run's base, as measured with the whole. */
    changed: t.texts,
  },
  line: ({ unit, results, shared = [], tree }) =>
    `${unit}, ${resultsLine(results, shared)} on ${short(tree)}`,
  refers: ({ results, shared = [], head }) => ({
    outputs: [...results, ...shared].flatMap(({ digest }) => nameOf(digest)),
    commits: nameOf(head),
  }),
  ends: ({ results, shared = [] }) => {
    const [red] = redIn(results, shared);
    return [red === undefined ? own("passed") : own("failed", red.why)];
  },
  by: ["engine"],
  broken: (before, { results }) => {
    for (const { unit, criterion, passed, captured, command, exit, by } of results) {
      const one = before.units.find(({ id }) => id === unit)?.criteria[criterion - 1];
      if (one === undefined) return `${unit} has no criterion ${criterion}`;
      if (!(passed || captured)) continue;
      if (by !== "engine") return "it is no proof of the engine";
      if (one.check === null || command !== (one.check.command ?? one.check.path ?? ""))
        return "it isn't the criterion's check";
      if (exit === null) return "it passed without an exit code";
      const isFile = one.check.type === "file_content" || one.check.type === "screenshot";
      const wanted = isFile ? 0 : (one.check.exit ?? 0);
      if (exit !== wanted) return `it passed by exit ${exit}, not ${wanted}`;
    }
    return null;
  },
  apply: (state, { unit: id, tree, head, results, shared = [], changed }, { at }) => {
    const proofs = results.map(({ type: _type, ...result }) => result);
    const shown = change(withResults(state, proofs, at), id, (unit) => ({
      ...unit,
      runs: unit.runs + 1,
      checked: { tree, head },
      shared,
    }));
    return changed.length === 0 ? shown : { ...shown, changed };
  },
});
export const checksVoided = event("ChecksVoided", {
  means: "The work moved after its checks: they are due again, and so is the verdict.",
  data: { unit: t.text, why: t.text },
  line: ({ unit, why }) => `${unit}${because(why)}`,
  ends: ({ why }) => [own("void", why)],
  apply: (state, { unit: id }) => ({
    ...change(state, id, (unit) => ({
      ...unit,
      status: unit.status === "judged" ? "claimed" : unit.status,
      checked: null,
      judging: { ...unit.judging, live: false },
    })),
    // Of work that is there no more.
    verdict: isRejected(state) ? null : state.verdict,
  }),
});
export const criterionJudged = event("CriterionJudged", {
  means: "A person said whether a criterion is met, where no check can say.",
  data: shownFields,
  line: ({ unit, criterion, passed, name, excerpt }) =>
    `${unit} criterion ${criterion} called ${passed ? "met" : "unmet"} by ${name}${because(excerpt)}`,
  by: ["person"],
  broken: (before, { unit, criterion, passed }) => {
    const one = before.units.find(({ id }) => id === unit)?.criteria[criterion - 1];
    if (one === undefined) return `${unit} has no criterion ${criterion}`;
    const isPersons =
      one.check === null || one.check.type === "manual" || one.proof?.hollow === true;
    return !passed || isPersons ? null : "its check is the engine's to run";
  },
  apply: (state, result, { at }) => withResults(state, [result], at),
});

/** A picture that is judged met is proved, and so is what the run's own checks show; what has no check at all is so by the judge's word. */
const judgedMet = (
  { checked, shared }: Pick<Unit, "checked" | "shared">,
  one: Criterion,
  by: string,
  isPerson: boolean,
  at: Time,
): Criterion => {
  const { proof } = one;
  if (proof !== null)
    return { ...one, proof: { ...proof, passed: proof.passed || proof.captured, judged: true } };
  const said = { ...noRun, passed: true, judged: true, name: by, at, since: at };
  const shown = shared.find((each) => isGreen(each) && !each.hollow);
  if (shown === undefined) return { ...one, proof: { ...said, by: isPerson ? "person" : "judge" } };
  const { name: command, exit, digest, excerpt } = shown;
  const ran = { command, exit, digest, excerpt, tree: checked?.tree ?? null };
  return { ...one, proof: { ...said, ...ran, captured: true, by: "engine" } };
};
export const verdictRecorded = event("VerdictRecorded", {
  means: "A unit, or the whole, was judged; a FAIL names its issues.",
  data: {
    unit: t.text,
    /** Of all units: its FAIL opens a round. */
    whole: t.flag,
    verdict: t.oneOf(["PASS", "FAIL"]),
    by: t.text,
    kind: t.oneOf(["engine", "judge", "person"]),
    judgements: t.list(judgementShape),
    issues: t.list(issueShape),
    notes: t.text,
  },
  line: ({ unit, verdict, by, issues }) =>
    `${unit}: ${verdict} ${byWhom(by)}${issues.length === 0 ? "" : `, ${howMany(issues.length, "issue")}${because(firstLine(issues[0]?.summary ?? ""))}`}`,
  news: "ends",
  ends: ({ verdict, issues }) => [
    own("judged", verdict === "PASS" ? "all criteria are met" : howMany(issues.length, "issue")),
  ],
  broken: (before, { unit: id, verdict, kind, judgements }, { by }) => {
    const unit = before.units.find((one) => one.id === id);
    if (verdict !== "PASS") return null;
    if (unit === undefined || unit.status !== "judged")
      return `nothing waited for a verdict on ${id}`;
    if (by.kind === "engine" || (kind === "person") !== (by.kind === "person"))
      return `no verdict of ${by.kind} was awaited`;
    const bad = judgements.find(({ unit: one, criterion, judgement }) => {
      const of = before.units.find((each) => each.id === one);
      const found = of?.criteria[criterion - 1];
      // Whatever is said of what nobody has to show any more decides nothing.
      if (of === undefined || found === undefined || found.waived !== null) return false;
      if (of.waived !== null) return false;
      return judgement !== "met" || (found.check !== null && !isShown(found));
    });
    return bad === undefined ? null : `${bad.unit}.${bad.criterion} was not shown`;
  },
  apply: (state, { unit: id, whole, verdict, by, kind, judgements, issues }, { at }) => {
    const met = judgements.filter(({ judgement }) => judgement === "met");
    const judged =
      verdict === "PASS"
        ? met.reduce(
            (now, { unit, criterion }) =>
              changeCriterion(now, unit, criterion, (one) => {
                const of = state.units.find((each) => each.id === unit);
                return of === undefined ? one : judgedMet(of, one, by, kind === "person", at);
              }),
            state,
          )
        : state;
    return {
      ...change(judged, id, (unit) => ({
        ...unit,
        trouble: null,
        judging: { ...unit.judging, live: false, mute: 0, returned: null },
      })),
      verdict: whole ? { round: state.round, pass: verdict === "PASS", issues } : state.verdict,
    };
  },
});
