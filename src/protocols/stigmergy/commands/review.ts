// The command that judges a story's criteria on one content, by a reviewer who is not its author.
import { after, contents, moment, story, verdictInput, whole } from "../shapes.ts";
import { proofAsks } from "./world.ts";
import { command } from "./declare.ts";
import { straysIn } from "../check-words.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import type { Entry } from "../entries.ts";
import { textLimit } from "../limits.ts";
import { reviewerRefused } from "../reviewers.ts";
import type { Story, Verdict } from "../state.ts";
import { completion } from "../decider/completion.ts";
import { authorIn, mark } from "../decider/marks.ts";
import { chain, measuredAs, withStory } from "../decider/step.ts";
import { strike } from "./checks.ts";

const reviewFields = {
  story,
  pass: t.flag,
  verdicts: t.optional(t.means("one for each criterion", t.maybe(t.list(verdictInput)))),
  why: t.optional(t.text),
  before: t.optional(t.means("the tree when it began", moment)),
  after,
  whole,
  strays: t.optional(t.texts),
  contents,
};
type Submitted = t.DataOf<typeof reviewFields>;

/** One verdict for each criterion; null for a verdict without details, which only a person may give. */
const verdictsOf = (
  { verdicts }: Submitted,
  { id, criteria }: Story,
  mayBeBare: boolean,
): readonly Verdict[] | null | Refusal => {
  if (verdicts === undefined || verdicts === null) {
    if (mayBeBare || criteria.length === 0) return null;
    return refuse(
      "VERDICT_INCOMPLETE",
      `story ${id} has ${criteria.length} criteria, and no verdict names one`,
      { fits: 'verdicts: [{"n": 1, "met": true, "how": "…"}, …], one for each' },
    );
  }
  const named = verdicts.map(({ n }) => n).sort((a, b) => a - b);
  if (named.length !== criteria.length || named.some((n, index) => n !== index + 1))
    return refuse(
      "VERDICT_INCOMPLETE",
      `the verdicts name ${named.join(", ") || "nothing"}, the criteria are 1 to ${criteria.length}`,
      { fits: "each criterion once" },
    );
  return verdicts.map(({ n, met, how = "" }) => ({ n, met, how: how.slice(0, textLimit) }));
};

const unmet = (verdicts: readonly Verdict[] | null): readonly Verdict[] =>
  (verdicts ?? []).filter(({ met }) => !met);

export const submitReview = command("SubmitReview", {
  means: "Judges a story.",
  data: reviewFields,
  who: ["agent", "person"],
  // Asks which check inputs changed since the blueprint's gate outside of any story's work.
  ask: ({ base }, { before, after }) => ({
    ...proofAsks(before, after),
    ...(base === undefined ? {} : { changed: base }),
  }),
  fill: (_data, { contents = {}, tree, changed }, state) => ({
    contents,
    whole: tree,
    strays: straysIn(
      state,
      changed.map(({ path }) => path),
    ),
  }),
  filled: ["contents", "whole", "strays"],
  decide: (state, data, stamp) =>
    withStory(state, data.story, (story) => {
      const { id, status, criteria } = story;
      if (status !== "AWAITING_VERIFICATION")
        return refuse("STATUS_UNREACHABLE", `story ${id} is ${status}: nothing is to be judged`, {
          fits: status === "COMPLETE" ? "it is complete" : "AWAITING_VERIFICATION comes first",
        });
      const by = authorIn(state, stamp);
      const unfit = reviewerRefused(state, story, by);
      if (unfit !== null) return unfit;
      const [then, now] = [data.contents?.["then"], data.contents?.["now"] ?? null];
      if (then !== undefined && then !== now)
        return refuse("TREE_MOVED", `the tree changed while story ${id} was judged`, {
          fits: "it is judged again",
        });
      const verdicts = verdictsOf(data, story, stamp.by.kind !== "agent");
      if (isRefusal(verdicts)) return verdicts;
      const said = data.why?.trim() ?? "";
      const failed = unmet(verdicts);
      if (!data.pass || failed.length > 0) {
        const reason = [
          ...failed.map(({ n, how }) => `criterion ${n} (${criteria[n - 1] ?? ""}): ${how}`),
          ...(said === "" ? [] : [said]),
        ].join("\n");
        const marked = (at: typeof state, when: typeof stamp, summary: string): Entry =>
          mark(at, when, { signal: "FAILURE_DETECTED", summary });
        return strike(
          `story:${id}`,
          "review",
          reason === "" ? "the review says no" : reason,
          marked,
        )(state, stamp);
      }
      const summary = `Story ${id}: ${verdicts === null ? "found good" : verdicts.length === 1 ? "its criterion is met" : `all ${verdicts.length} criteria met`}${said === "" ? "" : `. ${said}`}`;
      const entry = mark(state, stamp, { signal: "STORY_VERIFIED_BY_PO", summary });
      return chain(state, stamp, [
        () => [
          event.storyReviewed({
            story: id,
            tree: now,
            by,
            verdicts,
            ...measuredAs(data.whole),
            ...(data.strays === undefined ? {} : { strays: data.strays }),
            entry,
          }),
        ],
        completion,
      ]);
    }),
});
