// The command of a recovery. Where work and record part, a unit goes down, never up.
import * as t from "../../../kit/schema.ts";
import { chain, type Events, type Follow } from "../decider/step.ts";
import { halt } from "../decider/work.ts";
import * as event from "../events.ts";
import type { IterativeEvent } from "../events.ts";
import { reasonLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import * as s from "../shapes.ts";
import type { Stage, State, Unit } from "../state.ts";
import { statusOf, unitOf } from "../units.ts";
import { world } from "../world.ts";
import { command } from "./declare.ts";

const finding = t.record({
  unit: s.unit,
  is: t.oneOf(["stale", "lost"]),
  why: t.text,
  content: s.maybe,
});
type Finding = t.Of<typeof finding>;

const beforeProof: ReadonlySet<Stage> = new Set(["idle", "work", "stepped-in"]);

/** The content that the latest proof covers; for an adopted unit, the content at adoption. */
const provenContent = ({ proofs, content }: Unit): string | null => {
  const proof = proofs.verdict ?? proofs.consensus ?? proofs.gate;
  return proof === null ? content : proof.content;
};

const logged = (unit: Unit, { why }: Finding): IterativeEvent =>
  event.discrepancyLogged({
    file: "state.json",
    pointer: `/${unit.id}`,
    said: `${unit.id} is ${statusOf(unit)}`,
    found: oneLine(why, reasonLimit),
  });

const lost = (unit: Unit, finding: Finding): Events => {
  const from = unit.stage === "stuck" ? (unit.stuck?.back ?? "work") : unit.stage;
  if (beforeProof.has(from)) return [];
  return [
    logged(unit, finding),
    event.unitDemoted({
      unit: unit.id,
      from: unit.stage,
      to: "work",
      why: oneLine(finding.why, reasonLimit),
    }),
  ];
};

/** Completed units stay so: final gate and review judge the current tree. */
const stale = (unit: Unit, finding: Finding, is: string | null): Events => {
  if (!["confirm", "regate", "verify"].includes(unit.stage)) return [];
  return [
    logged(unit, finding),
    event.proofStaled({ unit: unit.id, was: provenContent(unit), is }),
  ];
};

/** Rechecked against current measurements: outdated findings are dropped. */
const found =
  (finding: Finding, { contents = {} }: t.DataOf<typeof s.filled>): Follow =>
  (state: State) => {
    const unit = unitOf(state, finding.unit);
    if (unit === null || unit.pass !== null) return [];
    const is = contents[unit.id] ?? finding.content;
    if (is !== null && provenContent(unit) === is) return [];
    return finding.is === "lost" ? lost(unit, finding) : stale(unit, finding, is);
  };

export const recover = command("Recover", {
  means: "Says where the work is no longer what was recorded.",
  data: { findings: t.list(finding), ...s.filled },
  who: ["recovery", "engine", "person"],
  ...world.tree,
  decide: (state, data, stamp) =>
    chain(state, stamp, [
      ...data.findings.flatMap((one): readonly Follow[] => [found(one, data), halt(one.unit)]),
      (now) =>
        now.phase === "deliver" &&
        now.units.some(({ stage, reopened }) => stage !== "settled" && reopened)
          ? [event.phaseEntered({ phase: "verify" })]
          : [],
    ]),
});
