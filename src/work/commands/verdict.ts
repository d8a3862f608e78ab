// The command of a verdict, by a judge or a person, on a unit or on the whole.
import type { Stamp } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import { readCheck } from "../../kit/check/check.ts";
import { checkInput } from "../../kit/check/shape.ts";
import { criteriaOf, isMute, isOutOfRounds, type Numbered, stageOf } from "../course.ts";
import { type Dialect, kindOf } from "../dialect.ts";
import { checksVoided, verdictRecorded } from "../events/proofs.ts";
import { counted } from "../events/declare.ts";
import { unitDone } from "../events/units.ts";
import { partOf, shownName } from "../keys.ts";
import { isShown, type Unit } from "../unit.ts";
import { criterionIssue } from "../reasons.ts";
import type { Issue, Judgement, Work } from "../work.ts";
import { giveBack } from "./jobs.ts";
import {
  command,
  criterionName,
  criterionNamed,
  senderWrong,
  unitId,
  unitNamed,
  words,
} from "./declare.ts";

export const issueFields = {
  summary: t.filled(2_000),
  done_when: t.means("what can be shown once it is mended", t.filled(500)),
  unit: t.unset(t.text),
  criterion: t.unset(criterionName),
};
const issueInput = t.record({ ...issueFields, check: t.unset(checkInput) });
const judgementInput = t.record({
  unit: t.text,
  criterion: criterionName,
  judgement: t.oneOf(["met", "unmet", "unproven"]),
  note: t.standing(words, ""),
});
const verdict = {
  unit: unitId,
  verdict: t.oneOf(["PASS", "FAIL"]),
  judgements: t.standing(t.mostOf(8_000, judgementInput), []),
  issues: t.standing(t.mostOf(100, issueInput), []),
  notes: t.standing(words, ""),
  tree: t.optional(t.maybe(t.text)),
};
type Given = t.DataOf<typeof verdict>;

/** Who judges, and whether it is their turn. Refusals: SENDER_WRONG, VERDICT_OUTDATED. */
const judgeOf = (
  dialect: Dialect,
  state: Work,
  unit: Unit,
  { by }: Stamp,
): "judge" | "person" | Refusal => {
  const isDue = stageOf(dialect, state, unit) === "judge";
  if (by.kind === "person") {
    if (!isDue && !isOutOfRounds(state))
      return refuse("VERDICT_OUTDATED", `no verdict on ${unit.id} is awaited now`);
    return state.options.judge === "person" || isMute(unit) || isOutOfRounds(state)
      ? "person"
      : senderWrong(
          `${unit.id} is judged by an agent`,
          `judge it yourself: \`cairn send ${state.run} SetOptions --judge person\``,
        );
  }
  const part = partOf(dialect, state, by);
  if (part.as !== "judge" || part.unit.id !== unit.id)
    return senderWrong(`${unit.id} is judged by another`, "the token of its judge's job");
  return isDue && unit.judging.live
    ? "judge"
    : refuse("VERDICT_OUTDATED", `the verdict on ${unit.id} isn't awaited any more`);
};

/** A person's PASS without judgements calls all of them met. */
const judgedBy = (
  kind: "judge" | "person",
  given: Given,
  all: readonly Numbered[],
): Given["judgements"] =>
  kind === "person" && given.verdict === "PASS" && given.judgements.length === 0
    ? all.map(({ unit: { id: unit }, number: criterion }) => ({
        unit,
        criterion,
        judgement: "met",
        note: "",
      }))
    : given.judgements;

type Read = { readonly judgements: readonly Judgement[]; readonly issues: readonly Issue[] };
const readVerdict = (dialect: Dialect, state: Work, given: Given): Read | Refusal => {
  const judgements: Judgement[] = [];
  for (const { unit, criterion, judgement, note } of given.judgements) {
    const found = criterionNamed(state, unit, criterion);
    if (isRefusal(found)) return found;
    judgements.push({ unit, criterion: found.number, judgement, note });
  }
  const issues: Issue[] = [];
  for (const { summary, done_when: doneWhen, ...one } of given.issues) {
    const { unit = null, criterion = null } = one;
    const found =
      unit === null || criterion === null ? null : criterionNamed(state, unit, criterion);
    if (isRefusal(found)) return found;
    const check = one.check === undefined ? null : readCheck(one.check, dialect.place(state));
    if (isRefusal(check)) return check;
    issues.push({ summary, doneWhen, unit, criterion: found?.number ?? null, check });
  }
  return { judgements, issues };
};

/** An unmet criterion that no issue names is one. */
const issuesOf = ({ judgements, issues }: Read, all: readonly Numbered[]): readonly Issue[] => [
  ...issues,
  ...judgements.flatMap(({ unit, criterion, judgement, note }): readonly Issue[] => {
    if (judgement === "met") return [];
    if (issues.some((one) => one.unit === unit && one.criterion === criterion)) return [];
    const found = all.find((one) => one.unit.id === unit && one.number === criterion);
    return found === undefined
      ? []
      : [criterionIssue(found, `is ${judgement}: ${note || judgement}`)];
  }),
];
const incomplete = (all: readonly Numbered[], judgements: readonly Judgement[]): Refusal | null => {
  const left = all.flatMap(({ unit, number, criterion }) => {
    const name = `${unit.id}.${number}`;
    const said = judgements.find((one) => one.unit === unit.id && one.criterion === number);
    if (said === undefined) return [`${name} is judged by nobody`];
    return criterion.check === null || isShown(criterion) ? [] : [`${name} was not shown`];
  });
  return left.length === 0
    ? null
    : refuse("VERDICT_INCOMPLETE", `this is no PASS: ${left.slice(0, 10).join(", ")}`, {
        fits: "each criterion judged met, and shown or waived",
      });
};

export const recordVerdict = (dialect: Dialect) =>
  command("RecordVerdict", {
    label: "Judge",
    means: "Records a verdict: whether every criterion is met.",
    data: verdict,
    who: ["agent", "person"],
    ask: (_state, { unit }) => ({ tree: true, unit }),
    fill: (_data, { tree }) => ({ tree }),
    filled: ["tree"],
    decide(state, given, stamp) {
      const unit = unitNamed(state, given.unit);
      if (isRefusal(unit)) return unit;
      const kind = judgeOf(dialect, state, unit, stamp);
      if (isRefusal(kind)) return kind;
      const { tree = null } = given;
      const moved = unit.checked?.tree ?? null;
      if (tree !== null && moved !== null && tree !== moved)
        return [checksVoided({ unit: unit.id, why: "the work moved after its checks" })];
      const all = criteriaOf(dialect, state, unit);
      const judgements = judgedBy(kind, given, all);
      const read = readVerdict(dialect, state, { ...given, judgements });
      if (isRefusal(read)) return read;
      const issues = issuesOf(read, all);
      const isPass = given.verdict === "PASS" && issues.length === 0;
      const no = isPass ? incomplete(all, read.judgements) : null;
      if (no !== null) return no;
      if (!isPass && issues.length === 0)
        return refuse("VERDICT_INCOMPLETE", "a FAIL names no issue", {
          fits: "at least one issue, or a criterion judged unmet",
        });
      const whole = kindOf(dialect, unit).whole === true;
      const recorded = verdictRecorded({
        unit: unit.id,
        whole,
        verdict: isPass ? "PASS" : "FAIL",
        by: shownName(partOf(dialect, state, stamp.by), stamp.by),
        kind,
        judgements: [...read.judgements],
        issues: [...issues],
        notes: given.notes,
      });
      if (isPass) return [recorded, unitDone({ unit: unit.id, reason: "" })];
      if (whole) return [recorded];
      const why = issues.map(({ summary }) => summary).join("\n");
      return [recorded, giveBack(dialect, state, unit, counted("judge", why))];
    },
  });
