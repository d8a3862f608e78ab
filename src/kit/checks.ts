// Checks of a run: programs without a shell that must exit 0, as options, as jobs and as what the engine saw.
import { shown, tokens } from "../core/argv.ts";
import { isHollowProof } from "../core/hollow.ts";
import type { Check as JobCheck, Proof } from "../core/job.ts";
import { byExit, type Recheck } from "../core/recheck.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import * as t from "./schema.ts";

export const checkShape = t.record({
  name: t.text,
  argv: t.texts,
  cwd: t.text,
  timeout_s: t.numberFrom(1),
});
/** As they are given: one may be a text. */
export const checksInput = t.means(
  "commands without a shell that must exit 0; the repository's checks if not said",
  t.mostOf(50, t.either(t.filled(4_096), checkShape)),
);
export const resultShape = t.record({
  name: t.text,
  /** null: it didn't end by itself; `why` says how. */
  exit: t.maybe(t.number),
  why: t.maybe(t.text),
  digest: t.maybe(t.text),
  /** The end of what it printed. */
  excerpt: t.text,
  /** It passes on an empty tree, too: it shows nothing. */
  hollow: t.flag,
});
export type RunCheck = t.Of<typeof checkShape>;
export type CheckResult = t.Of<typeof resultShape>;

/** Of a check that says nothing of it, in seconds. */
const usualSeconds = 900;
/** Characters of output that an event holds. */
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

/** Refused: CHECK_UNPARSABLE. */
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
    name: shown(proof.argv),
    exit: proof.exit,
    why: proof.why,
    digest: proof.digest,
    excerpt: proof.text.slice(-excerptLimit),
    hollow: proof.exit === 0 && isHollowProof(proof),
  }));

/** Of those that were red, what they said; empty: all were green. */
export const redWords = (results: readonly CheckResult[]): string =>
  results
    .filter(({ exit }) => exit !== 0)
    .map(
      ({ name, exit, why, excerpt }) =>
        `${name}: ${why ?? `exit ${exit ?? "unknown"}`}\n${excerpt}`,
    )
    .join("\n");

/** One at least was green, and shows something by it. */
export const isShown = (results: readonly CheckResult[]): boolean =>
  results.some(({ exit, hollow }) => exit === 0 && !hollow);

export const rechecksOf = (unit: string, checks: readonly RunCheck[]): readonly Recheck[] =>
  checks.map((check, index) => ({
    unit,
    number: index + 1,
    check: jobCheck(check),
    judge: byExit,
  }));
