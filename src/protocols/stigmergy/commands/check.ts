// Why: only what the engine ran on a content that stood still counts as a check, and each result says for which content (specification, sections 4 and 5).
import { changed, checkRun, contents, moment } from "../shapes.ts";
import { proofAsks } from "./world.ts";
import { command } from "./declare.ts";
import { anybody } from "../../../core/senders.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { firstOf } from "../../../core/how-many.ts";
import { isFlipped } from "../../../core/hollow.ts";
import { refuse } from "../../../core/refusal.ts";
import { entry, signer } from "../entries.ts";
import { voidsLimit } from "../limits.ts";
import { quinn } from "../roster.ts";
import type { CheckResult, State } from "../state.ts";
import { awaiting, checkDoubts, checksPassed, phaseOf } from "../window.ts";
import { completion } from "../decider/completion.ts";
import { chain, type Follow } from "../decider/step.ts";
import { strike } from "./strikes.ts";

const checkFields = {
  n: t.means("index of the pinned check", t.count),
  runs: t.means("how many had been run when it was asked for", t.count),
  run: checkRun,
  before: moment,
  after: moment,
  contents,
  changed,
};
type Recorded = t.DataOf<typeof checkFields>;

const shown = 10;
/** The files that moved, as far as they are known. */
const moving = (changed: readonly string[] = []): string =>
  `the tree changed while it ran${changed.length === 0 ? "" : `: ${firstOf(changed, shown)}`}`;

const resultOf = (
  { run, before, after, contents, changed }: Recorded,
  at: string,
  last: CheckResult | undefined,
): CheckResult => {
  const then = contents?.["then"] ?? before.tree;
  const tree = contents?.["now"] ?? after.tree;
  const moved = tree === null || then !== tree;
  const why = moved
    ? moving(changed)
    : run.exit === 0
      ? null
      : (run.why ?? `exit ${run.exit ?? "unknown"}`);
  const passed = run.exit === 0 && !moved;
  return {
    exit: run.exit,
    passed,
    void: moved,
    why,
    tree,
    at,
    output: run.output,
    excerpt: run.excerpt,
    ...(passed && run.hollow === true ? { hollow: true } : {}),
    ...(isFlipped(passed, tree, last && { ...last, failed: !last.passed && !last.void })
      ? { flipped: true }
      : {}),
  };
};

const all: Follow = (state, stamp) => {
  const count = state.checks?.length ?? 0;
  const passed =
    count === 1 ? "The pinned check passed." : `All ${count} checks passed on one tree.`;
  const summary = [passed, ...checkDoubts(state).map((doubt) => `${doubt}.`)].join(" ");
  return [
    event.checksPassed({
      tree: state.proof.tree,
      count,
      entry: entry(state, stamp, quinn, "STORY_QA_PASSED", summary),
    }),
  ];
};

/** Whoever awaits verification has failed it. */
const struck =
  (name: string, result: CheckResult): Follow =>
  (state, stamp) => {
    const ids = awaiting(state).map(({ id }) => id);
    // Nobody can tell which of them broke what they share, and whoever is struck should know that.
    const shared =
      ids.length < 2
        ? ""
        : `, run on the tree that ${ids.slice(0, -1).join(", ")} and ${ids.at(-1) ?? ""} share: it counts for each`;
    const why = `check "${name}": ${result.why ?? "failed"}${shared}${result.excerpt === "" ? "" : `\n${result.excerpt}`}`;
    const marked: Parameters<typeof strike>[3] = (now, at, summary) =>
      entry(now, at, quinn, "FAILURE_DETECTED", summary);
    return chain(
      state,
      stamp,
      ids.map((id) => strike(`story:${id}`, "check", why, marked)),
    );
  };

export const recordCheck = command("RecordCheck", {
  means: "Records what the engine ran and saw.",
  data: checkFields,
  who: ["engine"],
  // Which files a check that should change nothing has changed.
  ask: (_state, { before, after }) => ({
    ...proofAsks(before, after),
    ...(before.tree === null || before.tree === after.tree ? {} : { changed: before.tree }),
  }),
  fill: (_data, { contents = {}, changed }) => ({
    contents,
    changed: changed.map(({ path }) => path),
  }),
  filled: ["contents", "changed"],
  decide: (state, data, stamp) => {
    const { n } = data;
    const check = state.checks?.[n];
    if (check === undefined)
      return refuse("CHECK_UNKNOWN", `no check ${n} is pinned`, {
        fits: `0 to ${(state.checks?.length ?? 0) - 1}`,
      });
    // It was asked for before others were run, or before all of them are to be run again.
    if (data.runs !== state.proof.runs) return [];
    const result = resultOf(data, stamp.at, state.proof.results[n]);
    const before = data.contents?.["then"] ?? data.before.tree;
    const counts = phaseOf(state) === "check";
    const tooOften = result.void && state.proof.voids + 1 >= voidsLimit;
    const fails = result.void ? tooOften : !result.passed;
    const follows = (now: State): readonly Follow[] => {
      const news = !checksPassed(state) || state.proof.tree !== now.proof.tree;
      if (result.passed && checksPassed(now) && news) return [all, completion];
      return counts && fails ? [struck(check.name, result)] : [];
    };
    return chain(state, stamp, [
      () => [event.checkRecorded({ n, result, before })],
      (now, at) => chain(now, at, follows(now)),
    ]);
  },
});

export const rerunChecks = command("RerunChecks", {
  means: "Runs all checks again.",
  data: {},
  who: anybody,
  decide: (state, _data, stamp) =>
    state.checks === null || state.checks.length === 0
      ? refuse("CHECKS_MISSING", "no checks are pinned", { fits: "the blueprint's gate pins them" })
      : [event.checksReset({ by: signer(stamp, null) })],
});
