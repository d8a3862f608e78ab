// Why: the ledger is the truth of what was decided, git and files of what the work is; where they part, a unit goes down, never up (specification, section 9).
import { reasonLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { IterativeCommands, IterativeEvent } from "../messages.ts";
import type { Stage, State, Unit } from "../state.ts";
import { statusOf, unitOf } from "../units.ts";
import { branchChanged } from "./passes.ts";
import { chain, type Decide, type Decided, type Events, type Follow } from "./step.ts";
import { halt } from "./work.ts";

type Data = IterativeCommands["Recover"]["data"];
type Finding = Data["findings"][number];

const beforeProof: ReadonlySet<Stage> = new Set(["idle", "work", "stepped-in"]);

/** The content that its latest proof is of; of an adopted unit, what was found. */
const provenContent = ({ proofs, content }: Unit): string | null => {
  const proof = proofs.verdict ?? proofs.consensus ?? proofs.gate;
  return proof === null ? content : proof.content;
};

const logged = (unit: Unit, { why }: Finding): IterativeEvent => ({
  type: "DiscrepancyLogged",
  data: {
    file: "state.json",
    pointer: `/${unit.id}`,
    said: `${unit.id} is ${statusOf(unit)}`,
    found: oneLine(why, reasonLimit),
  },
});

const lost = (unit: Unit, finding: Finding): Events => {
  const from = unit.stage === "stuck" ? (unit.stuck?.back ?? "work") : unit.stage;
  if (beforeProof.has(from)) return [];
  return [
    logged(unit, finding),
    {
      type: "UnitDemoted",
      data: { unit: unit.id, from: unit.stage, to: "work", why: oneLine(finding.why, reasonLimit) },
    },
  ];
};

/** What is done stays so: final gate and review judge the present tree. */
const stale = (unit: Unit, finding: Finding, is: string | null): Events => {
  if (!["confirm", "regate", "verify"].includes(unit.stage)) return [];
  return [
    logged(unit, finding),
    { type: "ProofStaled", data: { unit: unit.id, was: provenContent(unit), is } },
  ];
};

/** Judged by what is measured now: what is no longer true is dropped. */
const found =
  (data: Data, finding: Finding): Follow =>
  (state: State) => {
    const unit = unitOf(state, finding.unit);
    if (unit === null || unit.pass !== null) return [];
    const is = data.contents?.[unit.id] ?? finding.content;
    if (is !== null && provenContent(unit) === is) return [];
    return finding.is === "lost" ? lost(unit, finding) : stale(unit, finding, is);
  };

export const recover: Decide<"Recover"> = (state, data, stamp): Decided => {
  const elsewhere = branchChanged(state, data.branch);
  if (elsewhere !== null) return elsewhere;
  return chain(state, stamp, [
    ...data.findings.flatMap((finding): readonly Follow[] => [
      found(data, finding),
      halt(finding.unit),
    ]),
    (now) =>
      now.phase === "deliver" &&
      now.units.some(({ stage, reopened }) => stage !== "settled" && reopened)
        ? [{ type: "PhaseEntered", data: { phase: "verify" } }]
        : [],
  ]);
};
