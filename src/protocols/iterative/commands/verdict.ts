// The command that judges a unit, on the content that gate and consensus saw (⊕ verdict).
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { changedPaths, measure } from "../decider/measure.ts";
import { commitsOf, notesOf } from "../decider/pass-end.ts";
import { chain, type Decided, type Events, withUnit } from "../decider/step.ts";
import { halt } from "../decider/work.ts";
import * as event from "../events.ts";
import { reasonLimit, textLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import * as s from "../shapes.ts";
import type { Gap, Pass, State, Unit } from "../state.ts";
import { jobKey } from "../units.ts";
import { world } from "../world.ts";
import { command } from "./declare.ts";
import { livePass, voided } from "./passes.ts";

const verdictFields = {
  unit: s.unit,
  pass: s.pass,
  verdict: t.oneOf(["VERIFIED", "GAPS_FOUND"]),
  criteria: t.list(t.record({ n: s.positive, met: t.flag, how: t.optional(t.text) })),
  gaps: t.list(s.gapInput),
  why: t.optional(t.means("how its words were read", t.text)),
  ...s.ending,
  ...s.filled,
  files: s.files,
};
type Given = t.DataOf<typeof verdictFields>;
type Judged = Pick<t.DataOf<typeof s.verdict>, "verdict" | "criteria" | "gaps" | "why">;

export const readGap = (gap: t.Of<typeof s.gapInput>): Gap => ({
  severity: gap.severity,
  type: gap.type ?? "",
  file: gap.file ?? null,
  line: gap.line ?? null,
  problem: oneLine(gap.problem, textLimit),
});

const unmet = (n: number, how: string): Gap => ({
  severity: "major",
  type: "criterion",
  file: null,
  line: null,
  problem: `criterion ${n} is not met${how === "" ? "" : `: ${how}`}`,
});

/** Returns null if not every criterion is judged: then it is no verdict. */
const judgedOf = (unit: Unit, data: Given): Judged | null => {
  const found = unit.criteria.map((_, index) => data.criteria.findLast(({ n }) => n === index + 1));
  const criteria = found.map((one) => ({
    met: one?.met === true,
    how: one?.how ?? (one === undefined ? "not judged" : ""),
  }));
  const given = data.gaps.map(readGap);
  const grave = given.some(({ severity }) => severity !== "minor");
  const all = criteria.every(({ met }) => met);
  const why = data.why ?? data.verdict;
  if (data.verdict === "VERIFIED" && !grave && found.includes(undefined)) return null;
  const settles = all && !grave && (data.verdict === "VERIFIED" || given.length > 0);
  if (settles)
    return {
      verdict: "VERIFIED",
      criteria,
      gaps: given,
      why: data.verdict === "VERIFIED" ? why : "minor gaps only",
    };
  const missing = found.flatMap((one, index) =>
    one?.met === false ? [unmet(index + 1, one.how ?? "")] : [],
  );
  const told = missing.filter(({ problem }) => !given.some((gap) => gap.problem === problem));
  const gaps = [...given, ...told];
  const nothing: Gap = { severity: "major", type: "verdict", file: null, line: null, problem: why };
  return { verdict: "GAPS_FOUND", criteria, gaps: gaps.length === 0 ? [nothing] : gaps, why };
};

/** Gate, consensus and verdict cover the same content. */
const isAgreed = ({ proofs: { gate, consensus, verdict } }: Unit): boolean =>
  gate !== null &&
  consensus !== null &&
  verdict !== null &&
  gate.content === verdict.content &&
  consensus.content === verdict.content;

const settle =
  (id: string) =>
  (state: State): Events => {
    const unit = state.units.find((one) => one.id === id);
    if (unit?.stage !== "verify" || unit.proofs.verdict === null) return [];
    const is = unit.proofs.verdict.content;
    if (isAgreed(unit)) return [event.unitSettled({ unit: id })];
    return [event.proofStaled({ unit: id, was: unit.proofs.consensus?.content ?? null, is })];
  };

const given = (state: State, data: Given, stamp: Stamp, unit: Unit, pass: Pass): Decided => {
  const measured = measure(state, unit, pass.base, data);
  const changed = changedPaths(measured);
  // Changes in its own checkout are lost, and with them the content that it judged; documents in the run's folder stay.
  if (changed.length > 0 && (data.documents ?? []).length === 0)
    return voided(state, stamp, unit, pass, `its verifier changed ${changed.join(", ")}`);
  const judged = judgedOf(unit, data);
  if (judged === null && changed.length === 0)
    return voided(state, stamp, unit, pass, "it says VERIFIED and didn't judge every criterion");
  const { verdict, criteria, gaps, why } = judged ?? {
    verdict: "GAPS_FOUND",
    criteria: [],
    gaps: [],
    why: "no verdict",
  };
  const judgement = event.verdictGiven({
    unit: unit.id,
    n: pass.n,
    verdict,
    number: unit.verifications + 1,
    criteria,
    gaps,
    content: measured.content,
    holder: pass.holder,
    why: oneLine(why, reasonLimit),
    changed,
  });
  return chain(state, stamp, [
    () => commitsOf(state, unit, measured.commits),
    () => [judgement],
    () => notesOf(unit.id, pass.entries),
    () =>
      changed.length === 0
        ? []
        : [event.workFound({ unit: unit.id, by: pass.holder, paths: changed })],
    settle(unit.id),
    halt(unit.id),
  ]);
};

export const giveVerdict = command("GiveVerdict", {
  means: "Judges a unit.",
  data: verdictFields,
  who: ["engine"],
  ...world.passed,
  judged: true,
  decide: (state, data, stamp) =>
    withUnit(state, data.unit, (unit) => {
      const pass = livePass(unit, data.pass);
      if (isRefusal(pass)) return pass;
      if (pass.kind !== "verification")
        return refuse("PASS_STALE", `${jobKey(unit.id, pass.n)} is no verification`, {
          fits: "EndPass",
        });
      return given(state, data, stamp, unit, pass);
    }),
});
