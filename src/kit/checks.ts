// Checks of a run: programs without a shell that must exit 0, as options, as jobs and as what the engine saw.
import { argvText, tokens } from "../core/checks/argv.ts";
import { isHollowProof } from "./check/hollow.ts";
import type { Check as JobCheck, Proof } from "../core/job.ts";
import { byExit, isGreen, type Recheck } from "../core/checks/recheck.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import { namesOnlyZeroTests, noTestRan } from "../core/checks/zero-tests.ts";
import * as t from "./schema.ts";

export const checkShape = t.record({
  name: t.text,
  argv: t.texts,
  cwd: t.text,
  timeout_s: t.numberFrom(1),
});
/** Checks as given; one may be a plain text. */
export const checksInput = t.means(
  "commands without a shell that must exit 0; the repository's checks if not said",
  t.mostOf(50, t.either(t.filled(4_096), checkShape)),
);
export const resultShape = t.record({
  name: t.text,
  /** null if it didn't exit by itself; `why` says how it ended. */
  exit: t.maybe(t.number),
  why: t.maybe(t.text),
  digest: t.maybe(t.text),
  /** The end of its output. */
  excerpt: t.text,
  /** It also passes on an empty tree, so it proves nothing. */
  hollow: t.flag,
});
export type RunCheck = t.Of<typeof checkShape>;
export type CheckResult = t.Of<typeof resultShape>;

/** Default time limit of a check, in seconds. */
const usualSeconds = 900;
/** Characters of output stored in an event. */
const excerptLimit = 4_000;

const checkOf = (text: string): RunCheck | Refusal => {
  const words = tokens(text.trim());
  const argv = words?.map((word) => word.text) ?? [];
  return words === null || argv.length === 0 || words.some(({ op }) => op)
    ? refuse("CHECK_UNPARSABLE", `the check \`${text}\` is no command that runs without a shell`, {
        pointer: "/options/checks",
        fits: "one program and its arguments, or a script in the repository",
      })
    : { name: text.trim(), argv, cwd: ".", timeout_s: usualSeconds };
};

/** Refusal: CHECK_UNPARSABLE. */
export const checksOf = (
  given: t.Of<typeof checksInput>,
): { readonly checks: readonly RunCheck[] } | Refusal => {
  const read = given.map((one) => (typeof one === "string" ? checkOf(one) : one));
  return (
    refuseAll(read.filter(isRefusal)) ?? {
      checks: read.flatMap((one) => (isRefusal(one) ? [] : [one])),
    }
  );
};

export const jobCheck = ({ argv, cwd, timeout_s }: RunCheck): JobCheck => ({
  argv,
  cwd,
  env: {},
  ms: timeout_s * 1_000,
});

export const resultsOf = (proofs: readonly Proof[]): readonly CheckResult[] =>
  proofs.map((proof) => ({
    name: argvText(proof.argv),
    exit: proof.exit,
    why: proof.why ?? (proof.exit === 0 && namesOnlyZeroTests(proof.text) ? noTestRan : null),
    digest: proof.digest,
    excerpt: proof.text.slice(-excerptLimit),
    hollow: proof.exit === 0 && isHollowProof(proof),
  }));

/** Describes the failed checks with their output; empty if all passed. */
export const redWords = (results: readonly CheckResult[]): string =>
  results
    .filter((one) => !isGreen(one))
    .map(
      ({ name, exit, why, excerpt }) =>
        `${name}: ${why ?? `exit ${exit ?? "unknown"}`}\n${excerpt}`,
    )
    .join("\n");

export const rechecksOf = (unit: string, checks: readonly RunCheck[]): readonly Recheck[] =>
  checks.map((check, index) => ({
    unit,
    number: index + 1,
    check: jobCheck(check),
    judge: byExit,
  }));
