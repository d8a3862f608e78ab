// Commands of a gate's outcome. An unknown exit code is never a pass.
import { isHollowProof } from "../../../kit/check/hollow.ts";
import { isGreen } from "../../../core/checks/recheck.ts";
import type { Outcome, Proof } from "../../../core/job.ts";
import type { GateAbout } from "../jobs/about.ts";
import { gateOutputLimit, gateOutputLines } from "../limits.ts";
import type { IterativeCommand, IterativeCommands } from "../commands.ts";

type Checked = Extract<Outcome, { is: "checked" }>;
type CheckRun = IterativeCommands["RecordGate"]["data"]["checks"][number];

const tail = (text: string): string =>
  text.trimEnd().split("\n").slice(-gateOutputLines).join("\n").slice(-gateOutputLimit);

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
  ...(passed && isHollowProof(proof) ? { hollow: true } : {}),
});

/** Matches proofs with names by position. The first proof gives HEAD from before. */
export const gateCommands = (
  { unit, n, names }: GateAbout,
  { proofs, measured }: Checked,
): readonly IterativeCommand[] => {
  const [first] = proofs;
  return [
    {
      type: "RecordGate",
      data: {
        unit,
        n,
        checks: proofs.map((proof, index) => runOf(names[index] ?? "check", proof, isGreen(proof))),
        before: first === undefined ? measured : { tree: first.tree, head: first.head },
        after: measured,
      },
    },
  ];
};
