// Why: the whole is judged by an agent that worked on no unit, on the tree that the final gate saw (⊕ review).
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { reasonLimit, textLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { IterativeEvent } from "../messages.ts";
import { isReviewAsked, isReviewDue, nextRound } from "../ready.ts";
import type { Issue, State } from "../state.ts";
import { livePasses } from "../units.ts";
import { deliver } from "./advance.ts";
import { raiseIssues } from "./issues.ts";
import { changedPaths, spanIn, visible } from "./measure.ts";
import { chain, type Decide, type Decided, type Events, phaseWrong, reasonOf } from "./step.ts";
import { gapOf } from "./verdict.ts";

const isGrave = ({ severity }: Issue): boolean => severity !== "minor";

/** A judgement that can't count is a try that came to nothing, and tries end. */
const failed = (state: State, why: string): IterativeEvent => ({
  type: "AttemptFailed",
  data: { job: "reviewer", n: state.reviewer.n, why: oneLine(why, reasonLimit) },
});

const giveReview: Decide<"GiveReview"> = (state, data, stamp): Decided => {
  if (!isReviewDue(state) || data.round !== nextRound(state) || livePasses(state).length > 0)
    return refuse("REVIEW_OUTDATED", `review ${data.round} isn't due`, {
      fits: "nothing: what is due is done anew",
    });
  const author = state.units.find(({ authors }) => authors.includes(data.holder));
  if (author !== undefined)
    return refuse(
      "AUTHOR_SAME",
      `${data.holder} worked on ${author.id} and can't judge the whole`,
      { fits: "another agent" },
    );
  const tree = data.after?.tree ?? data.tree ?? null;
  const span = spanIn(data);
  const seen = visible(state, span);
  const touched = changedPaths({
    did: span?.known !== true || span.rewritten || seen.length > 0,
    known: span?.known === true,
    rewritten: span?.rewritten === true,
    mine: seen.map(({ path }) => path),
    commits: [],
  });
  const elsewhere = touched.length === 0 && data.before.tree !== (state.final.gate?.tree ?? null);
  const issues = data.issues.map((issue): Issue => ({ unit: issue.unit ?? null, ...gapOf(issue) }));
  const given: IterativeEvent = {
    type: "ReviewGiven",
    data: {
      round: data.round,
      holder: data.holder,
      verdict:
        data.verdict === "REVIEW_PASS" && issues.some(isGrave) ? "REVIEW_FAIL" : data.verdict,
      checked: (data.checked ?? "").slice(0, textLimit),
      issues,
      tree,
      changed: [...touched],
    },
  };
  const inVain = (why: string): Events => [
    given,
    { type: "ReviewVoided", data: { why } },
    failed(state, why),
  ];
  if (touched.length > 0) return inVain(`the reviewer changed ${touched.join(", ")}`);
  if (elsewhere) return inVain("the work is no longer what the final gate saw");
  if (given.data.verdict === "REVIEW_PASS")
    return chain(state, stamp, [() => [given], deliver(tree)]);
  if (issues.length === 0) return inVain("REVIEW_FAIL without an issue");
  const grave = issues.filter(isGrave);
  return chain(state, stamp, [() => [given], raiseIssues(grave.length > 0 ? grave : issues, true)]);
};

const answerReview: Decide<"AnswerReview"> = (state, { asked, option, reason }, stamp): Decided => {
  if (state.phase !== "verify") return phaseWrong(state, "an answer to the review", "verify");
  const { final } = state;
  if (!isReviewAsked(state))
    return refuse("OPTION_UNFIT", "the review asks nothing", {
      fits: "`cairn next` shows what is due",
    });
  if (asked !== undefined && asked !== final.asked)
    return refuse("QUESTION_STALE", `question ${asked} of the review is not the one that is open`, {
      fits: `look again: it is ${final.asked}`,
    });
  const given = reasonOf(reason, option === "accept");
  if (isRefusal(given)) return given;
  const event: IterativeEvent = { type: "ReviewAnswered", data: { option, reason: given.reason } };
  if (option === "accept")
    return chain(state, stamp, [() => [event], deliver(final.gate?.tree ?? null)]);
  return chain(state, stamp, [
    () => [event],
    ...(final.issues.length === 0 ? [] : [raiseIssues(final.issues, true, true)]),
  ]);
};

export const review = { GiveReview: giveReview, AnswerReview: answerReview } satisfies {
  readonly [K in "GiveReview" | "AnswerReview"]: Decide<K>;
};
