// The evidence of stories: checks, reviews and people's words, beside what was only claimed.
import { argvText } from "../../core/checks/argv.ts";
import { doubted } from "../../kit/check/hollow.ts";
import { oneLine } from "../../core/words/quote.ts";
import { byExit, type Recheck } from "../../core/checks/recheck.ts";
import type { Recorded } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import { proofAsk, storiesOf } from "./manifest.ts";
import type { StigmergyEvent } from "./events.ts";
import { sameAgent } from "./reviewers.ts";
import { overturnedWord } from "./summary.ts";
import type { Check, State, Story } from "./state.ts";

/** Unit name of the pinned checks, which belong to the whole project. */
const checksUnit = "checks";

const statusOf = (state: State, story: Story, number: number): Criterion["status"] => {
  if (story.status === "COMPLETE") {
    if (story.settledBy === "forced") return "waived";
    return story.settledBy === "verified" || story.settledBy === "person" ? "proved" : "unproved";
  }
  const verdict = story.review?.verdicts?.[number - 1];
  if (verdict !== undefined)
    return !verdict.met ? "failed" : story.review?.tree === state.proof.tree ? "unproved" : "stale";
  return story.started === null ? "bare" : "unproved";
};

const claimOf = (story: Story, number: number): string | null => {
  const verdict = story.review?.verdicts?.[number - 1];
  if (verdict !== undefined)
    return `[claim of ${oneLine(story.review?.by.role ?? "", 40)}${sameAgent(story) ? ", same agent, other session" : ""}${overturnedWord(story) === null ? "" : `, ${overturnedWord(story) ?? ""}`}] ${verdict.met ? "met" : "not met"}${verdict.how === "" ? "" : `: ${oneLine(verdict.how)}`}`;
  return story.settledBy === "adopted" ? "[found, not witnessed] COMPLETE, not proved here" : null;
};

const forcedBy = ({ bypasses }: State, { id, settledBy }: Story): string | null => {
  if (settledBy !== "forced") return null;
  const bypass = bypasses.findLast(({ what }) => what === `story ${id} forced`);
  return bypass === undefined ? "forced" : `by ${bypass.by}: ${bypass.reason}`;
};

const storyRows = (state: State, story: Story): readonly Criterion[] => {
  const { id, review, completedAt, settledBy } = story;
  const none =
    story.file === null && story.status === "PENDING"
      ? "its story file isn't written yet"
      : "it has no acceptance criteria";
  const texts = story.criteria.length === 0 ? [none] : story.criteria;
  return texts.map((text, index) => ({
    unit: id,
    number: index + 1,
    text,
    counts: true,
    status: statusOf(state, story, index + 1),
    check: review === null ? null : `judged by ${oneLine(review.by.role, 40)}`,
    chosenBy: null,
    proof:
      review === null || completedAt === null || settledBy === "forced"
        ? null
        : {
            exit: null,
            tree: review.tree,
            content: proofAsk(),
            at: completedAt,
            by: oneLine(review.by.holder.name, 60),
            digest: null,
            excerpt: "",
          },
    before: null,
    claim: claimOf(story, index + 1),
    waived: forcedBy(state, story),
  }));
};

const checkRow = ({ proof }: State, { name, argv }: Check, n: number): Criterion => {
  const result = proof.results[n];
  return {
    unit: checksUnit,
    number: n + 1,
    text: name,
    counts: false,
    status:
      result === undefined
        ? "bare"
        : result.hollow === true
          ? "unproved"
          : proof.passed.includes(n)
            ? "captured"
            : result.passed
              ? "stale"
              : "failed",
    check: argvText(argv),
    chosenBy: null,
    proof:
      result === undefined
        ? null
        : {
            exit: result.exit,
            tree: result.tree,
            content: proofAsk(),
            at: result.at,
            by: "engine",
            digest: result.output,
            excerpt: result.excerpt,
          },
    before: null,
    claim: null,
    waived: null,
    ...doubted(result),
  };
};

/** Criteria of each story in order, then the pinned checks; empty for an unknown unit. */
export const evidence = (
  state: State,
  _log: readonly Recorded<StigmergyEvent>[],
  unit?: string,
): readonly Criterion[] => {
  const stories = storiesOf(state).filter(({ id }) => unit === undefined || id === unit);
  if (stories.length === 0 && unit !== undefined && unit !== checksUnit) return [];
  return [
    ...stories.flatMap((story) => storyRows(state, story)),
    // Checks cover all stories at once, so each story's table ends with them.
    ...(state.checks ?? []).map((check, n) => checkRow(state, check, n)),
  ];
};

export const rechecks = (state: State): readonly Recheck[] =>
  (state.checks ?? []).map(({ argv, timeout_ms: ms }, n) => ({
    unit: checksUnit,
    number: n + 1,
    check: { argv, cwd: ".", env: {}, ms },
    judge: byExit,
  }));
