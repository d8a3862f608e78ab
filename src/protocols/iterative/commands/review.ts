// Commands of the review, by an agent that worked on no unit, on the tree that the final gate saw (⊕ review).
import { isRefusal, refuse } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { deliver } from "../decider/advance.ts";
import { raiseIssues } from "../decider/issues.ts";
import { changedPaths, spanIn, visible } from "../decider/measure.ts";
import { chain, type Events, phaseWrong, reasonOf } from "../decider/step.ts";
import * as event from "../events.ts";
import type { IterativeEvent } from "../events.ts";
import { reasonLimit, textLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import { isReviewAsked, isReviewDue, nextRound } from "../ready.ts";
import * as s from "../shapes.ts";
import type { Issue, State } from "../state.ts";
import { livePasses } from "../units.ts";
import { world } from "../world.ts";
import { answering, command } from "./declare.ts";
import { readGap } from "./verdict.ts";

const isGrave = ({ severity }: Issue): boolean => severity !== "minor";

/** An invalid review counts as a failed attempt, and attempts are limited. */
const failed = (state: State, why: string): IterativeEvent =>
  event.attemptFailed({ job: "reviewer", n: state.reviewer.n, why: oneLine(why, reasonLimit) });

export const giveReview = command("GiveReview", {
  means: "Judges the whole.",
  data: {
    round: t.count,
    holder: t.text,
    verdict: t.oneOf(["REVIEW_PASS", "REVIEW_FAIL"]),
    checked: t.optional(t.text),
    issues: t.list(s.issueInput),
    before: s.moment,
    ...s.ending,
    ...s.filled,
  },
  who: ["engine"],
  ...world.between,
  judged: true,
  decide: (state, data, stamp) => {
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
    const issues = data.issues.map((issue): Issue => ({
      unit: issue.unit ?? null,
      ...readGap(issue),
    }));
    const given = event.reviewGiven({
      round: data.round,
      holder: data.holder,
      verdict:
        data.verdict === "REVIEW_PASS" && issues.some(isGrave) ? "REVIEW_FAIL" : data.verdict,
      checked: (data.checked ?? "").slice(0, textLimit),
      issues,
      tree,
      changed: touched,
    });
    const inVain = (why: string): Events => [
      given,
      event.reviewVoided({ why }),
      failed(state, why),
    ];
    if (touched.length > 0) return inVain(`the reviewer changed ${touched.join(", ")}`);
    if (elsewhere) return inVain("the work is no longer what the final gate saw");
    if (given.data.verdict === "REVIEW_PASS")
      return chain(state, stamp, [() => [given], deliver(tree)]);
    if (issues.length === 0) return inVain("REVIEW_FAIL without an issue");
    const grave = issues.filter(isGrave);
    return chain(state, stamp, [
      () => [given],
      raiseIssues(grave.length > 0 ? grave : issues, true),
    ]);
  },
});

export const answerReview = answering("AnswerReview", {
  means: "Chooses how the run continues after the last round of reviews.",
  data: { asked: s.questionNo, option: t.oneOf(["again", "accept"]), reason: t.optional(t.text) },
  decide: (state, { asked, option, reason }, stamp) => {
    if (state.phase !== "verify") return phaseWrong(state, "an answer to the review", "verify");
    const { final } = state;
    if (!isReviewAsked(state))
      return refuse("OPTION_UNFIT", "the review asks nothing", {
        fits: "`cairn status --next` shows what is due",
      });
    if (asked !== undefined && asked !== final.asked)
      return refuse(
        "QUESTION_STALE",
        `question ${asked} of the review is not the one that is open`,
        { fits: `look again: it is ${final.asked}` },
      );
    const given = reasonOf(reason, option === "accept");
    if (isRefusal(given)) return given;
    const answered = event.reviewAnswered({ option, reason: given.reason });
    if (option === "accept")
      return chain(state, stamp, [() => [answered], deliver(final.gate?.tree ?? null)]);
    return chain(state, stamp, [
      () => [answered],
      ...(final.issues.length === 0 ? [] : [raiseIssues(final.issues, true, true)]),
    ]);
  },
});
