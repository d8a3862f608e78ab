// Commands of a gate's outcome. An unknown exit code is never a pass.
import { isHollowProof } from "../../../core/hollow.ts";
import type { Outcome, Proof } from "../../../core/job.ts";
import type { GateAbout } from "../jobs/about.ts";
import { committed } from "../jobs/gates.ts";
import { gateOutputLimit, gateOutputLines } from "../limits.ts";
import type { IterativeCommand, IterativeCommands } from "../commands.ts";

type Checked = Extract<Outcome, { is: "checked" }>;
type CheckRun = IterativeCommands["RecordGate"]["data"]["checks"][number];

const tail = (text: string): string =>
  text.trimEnd().split("\n").slice(-gateOutputLines).join("\n").slice(-gateOutputLimit);

const isGreen = ({ exit, why }: Proof): boolean => exit === 0 && why === null;
/** Already committed by someone else: git reports that nothing is left. */
const nothingLeft = ({ exit, text }: Proof): boolean =>
  exit === 1 && /^(?:nothing to commit|nothing added to commit|no changes added)/mu.test(text);

const runOf = (name: string, proof: Proof, passed: boolean): CheckRun => ({
  name,
  argv: proof.argv,
  exit: proof.exit,
  why: proof.why,
  ms: proof.ms,
  digest: proof.digest,
  bytes: proof.bytes,
  excerpt: tail(proof.text),
  passed,
  ...(passed && name !== committed && isHollowProof(proof) ? { hollow: true } : {}),
});

/** Adding and committing count as one check, with the first error. */
const commitRun = (proofs: readonly Proof[]): readonly CheckRun[] => {
  const [last] = proofs.slice(-1);
  if (last === undefined) return [];
  const wrong = proofs.find((proof) => !isGreen(proof) && !nothingLeft(proof));
  return [runOf(committed, wrong ?? last, wrong === undefined)];
};

/** Matches proofs with names by position. The first proof gives HEAD from before, because adding to the index doesn't move it. */
export const gateCommands = (
  { unit, n, names }: GateAbout,
  { proofs, measured }: Checked,
): readonly IterativeCommand[] => {
  const named = proofs.map((proof, index) => ({ name: names[index] ?? "check", proof }));
  const [first] = proofs;
  return [
    {
      type: "RecordGate",
      data: {
        unit,
        n,
        checks: [
          ...commitRun(named.filter(({ name }) => name === committed).map(({ proof }) => proof)),
          ...named
            .filter(({ name }) => name !== committed)
            .map(({ name, proof }) => runOf(name, proof, isGreen(proof))),
        ],
        before: first === undefined ? measured : { tree: first.before, head: first.head },
        after: measured,
      },
    },
  ];
};
