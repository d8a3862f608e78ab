// The command that records a gate: what programs saw, on the tree as it stayed (⊕ gate).
import { isFlipped } from "../../../kit/check/hollow.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { refuse } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import * as t from "../../../kit/schema.ts";
import { raiseIssues } from "../decider/issues.ts";
import { visible } from "../decider/measure.ts";
import { outputRun } from "../decider/output.ts";
import { commitsOf } from "../decider/pass-end.ts";
import { chain, type Decided, withUnit } from "../decider/step.ts";
import { halt } from "../decider/work.ts";
import { documentsIn } from "../documents.ts";
import * as event from "../events.ts";
import { commitCheck } from "../marks.ts";
import { isFinalGateDue, isGateDue, nextGate } from "../ready.ts";
import * as s from "../shapes.ts";
import type { Gated, Issue, State, Unit } from "../state.ts";
import { outputPath } from "../units.ts";
import { world } from "../world.ts";
import { command } from "./declare.ts";

const gateFields = {
  unit: t.means("null: the final gate", t.maybe(s.unit)),
  n: s.positive,
  checks: t.list(s.checkRun),
  before: s.moment,
  after: s.moment,
  ...s.filled,
  files: s.files,
};
type Given = t.DataOf<typeof gateFields>;
type Run = t.DataOf<typeof s.gateRun>;
type CheckRun = Run["checks"][number];

/** A program passes only by its exit code; an unknown exit code is not a pass. */
const strictly = (check: CheckRun): CheckRun =>
  check.passed && check.exit !== 0 && check.name !== commitCheck
    ? { ...check, passed: false, why: check.why ?? "its exit code is unknown" }
    : check;

const outputs = (
  state: State,
  units: readonly Unit[],
  { files = {}, contents = {} }: Given,
): readonly CheckRun[] =>
  units.flatMap((unit) => {
    if (state.mode !== "knowledge" || unit.output === null) return [];
    const path: Path = outputPath(state, unit.output);
    const name = units.length === 1 ? "output" : `output of ${unit.id}`;
    return [
      outputRun(name, path, files[path] ?? null, (contents[`output:${path}`] ?? null) !== null),
    ];
  });

/** Its own checks changed relevant files; ignored files don't count. */
const changesFiles = (state: State, { span, before, after }: Given): boolean =>
  span?.known === true ? visible(state, span).length > 0 : before.tree !== after.tree;

const restlessRun: CheckRun = {
  name: "unchanged",
  argv: [],
  exit: null,
  why: "the check changes files",
  ms: 0,
  digest: null,
  bytes: 0,
  excerpt: "",
  passed: false,
};

const flipped =
  (redOn: Gated["redOn"] | undefined, tree: string | null) =>
  (check: CheckRun): CheckRun =>
    isFlipped(
      check.passed,
      tree,
      redOn && { tree: redOn.tree, failed: redOn.names.includes(check.name) },
    )
      ? { ...check, flipped: true }
      : check;

type Judged = Pick<Run, "checks" | "outcome">;
type Before = { readonly restless: boolean; readonly gated?: Gated };
const judged = (state: State, data: Given, units: readonly Unit[], before: Before): Judged => {
  const checks = [
    ...outputs(state, units, data),
    ...data.checks.map(strictly).map(flipped(before.gated?.redOn, data.after.tree)),
  ];
  if (changesFiles(state, data))
    return before.restless
      ? { checks: [...checks, restlessRun], outcome: "red" }
      : { checks, outcome: "restless" };
  if (checks.some(({ passed }) => !passed)) return { checks, outcome: "red" };
  // A check that also passes on an empty tree counts as none.
  const shown = checks.filter(({ name, hollow }) => name !== commitCheck && hollow !== true);
  return { checks, outcome: shown.length === 0 ? "none configured" : "green" };
};

const gateOf = (state: State, data: Given, run: Judged, content: string | null) =>
  event.gateRun({
    unit: data.unit,
    n: data.n,
    ...run,
    content,
    ...data.after,
    ...documentsIn(state, data.files),
  });

const outdated = (what: string, n: number): Decided =>
  refuse("GATE_OUTDATED", `gate ${n} of ${what} isn't due`, {
    fits: "nothing: what is due is run anew",
  });

const unitGate = (state: State, data: Given, stamp: Stamp, unit: Unit): Decided => {
  if (!isGateDue(state, unit) || data.n !== nextGate(unit)) return outdated(unit.id, data.n);
  const content = data.contents?.[unit.id] ?? null;
  return chain(state, stamp, [
    () => commitsOf(state, unit, data.span?.commits ?? []),
    () => [gateOf(state, data, judged(state, data, [unit], unit), content)],
    halt(unit.id),
  ]);
};

const issueOf = (state: State, { name, why, exit }: CheckRun): Issue => ({
  unit: state.units.find(({ id }) => name === `output of ${id}`)?.id ?? null,
  severity: "critical",
  type: "gate",
  file: null,
  line: null,
  problem: `${name} is red: ${why ?? (exit === null ? "no exit code" : `exit ${exit}`)}`,
});

const finalGate = (state: State, data: Given, stamp: Stamp): Decided => {
  if (!isFinalGateDue(state) || data.n !== nextGate(state.final))
    return outdated("the whole", data.n);
  const run = judged(state, data, state.units, state.final);
  const red =
    run.outcome === "red"
      ? run.checks.filter(({ passed }) => !passed).map((check) => issueOf(state, check))
      : [];
  return chain(state, stamp, [
    () => [gateOf(state, data, run, null)],
    ...(red.length === 0 ? [] : [raiseIssues(red, true)]),
  ]);
};

export const recordGate = command("RecordGate", {
  means: "Records what the engine ran and saw.",
  data: gateFields,
  who: ["engine"],
  ...world.gate,
  decide: (state, data, stamp) =>
    data.unit === null
      ? finalGate(state, data, stamp)
      : withUnit(state, data.unit, (unit) => unitGate(state, data, stamp, unit)),
});
