// Invariants of stigmergy's proofs: really run, judged by another, on the present content.
import type { Author } from "../../../src/protocols/stigmergy/state.ts";
import { insist } from "../watch.ts";
import { passKey } from "./programs.ts";
import type { Moment } from "./watch.ts";

type Review = { readonly tree: string | null; readonly by: Author; readonly isPerson: boolean };

export const judgeProofs = (): ((moment: Moment) => void) => {
  const workers = new Map<string, Author[]>();
  const reviews = new Map<string, Review>();

  const joins = (story: string, author: Author): void =>
    void workers.set(story, [...(workers.get(story) ?? []), author]);

  const passed = ({ event, before, proved }: Moment): void => {
    if (event.type !== "CheckRecorded" || !event.data.result.passed) return;
    const { n, result } = event.data;
    const argv = before.checks?.[n]?.argv ?? [];
    insist(
      result.exit === 0 && !result.void,
      () => `check ${n} counts as passed with exit ${result.exit}`,
    );
    insist(
      proved.has(passKey(argv, result.tree)),
      () => `check ${n} (${argv.join(" ")}) counts as passed on a content on which it never did`,
    );
  };

  const told = ({ event, before }: Moment): void => {
    if (event.type === "StoryStarted") joins(event.data.story, event.data.author);
    if (event.type === "IssueTaken") {
      const subject = before.issues.find(({ id }) => id === event.data.id)?.subject ?? "";
      if (subject.startsWith("story:")) joins(subject.slice("story:".length), event.data.author);
    }
    if (event.type === "StrikeCounted" && event.data.subject.startsWith("story:"))
      reviews.delete(event.data.subject.slice("story:".length));
    if (event.type === "StoryReopened") for (const id of event.data.stories) reviews.delete(id);
    if (event.type !== "StoryReviewed") return;
    const { story, by, tree } = event.data;
    const own = (workers.get(story) ?? []).find(
      ({ role, holder }) => holder.name === by.holder.name || (role === by.role && role !== "user"),
    );
    insist(
      own === undefined,
      () =>
        `story ${story} was judged by ${by.holder.name} as ${by.role}, who worked on it as ${own?.role}`,
    );
    insist(event.by.kind !== "file", () => `an edit of the file judged story ${story}`);
    insist(
      by.role !== "user" || event.by.kind === "person",
      () => `a ${event.by.kind} judged story ${story} as a person`,
    );
    reviews.set(story, { tree, by, isPerson: event.by.kind === "person" });
  };

  const completed = ({ event, before, proved }: Moment): void => {
    if (event.type !== "StoryCompleted") return;
    const { story, by } = event.data;
    const review = reviews.get(story);
    insist(review !== undefined, () => `story ${story} is complete, and nobody has judged it`);
    insist(
      review?.tree === before.proof.tree,
      () => `story ${story} was judged on another content than was checked`,
    );
    for (const { name, argv } of before.checks ?? [])
      insist(
        proved.has(passKey(argv, before.proof.tree)),
        () => `story ${story} is complete, and check ${name} never passed on its content`,
      );
    if (by === "verified")
      insist(
        (before.checks ?? []).length > 0,
        () => `story ${story} counts as verified, and nothing was run`,
      );
    else
      insist(
        review?.isPerson === true,
        () => `story ${story} counts as a person's word, and no person has said it`,
      );
  };

  return (moment) => {
    passed(moment);
    told(moment);
    completed(moment);
  };
};
