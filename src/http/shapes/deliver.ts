// Schemas of HTTP answers about the delivery of a run's work.
import * as t from "../../kit/schema.ts";

export const deliveryAhead = t.open({
  run: t.text,
  into: t.means("the branch that is checked out; null: none", t.maybe(t.text)),
  doubt: t.means(
    "what of it isn't done or proved; merging it wants `sure`",
    t.maybe(t.open({ live: t.means("the run isn't over", t.flag), text: t.text })),
  ),
});

export const delivered = t.open({
  run: t.text,
  is: t.means(
    "recorded: git had done it before; already: nothing was left to do",
    t.oneOf(["done", "recorded", "already"]),
  ),
  from: t.text,
  to: t.text,
  branch: t.maybe(t.text),
  uncommitted: t.means("uncommitted changes of the user's that were merged, too", t.list(t.text)),
});

export const dropped = t.open({
  run: t.text,
  version: t.integer,
  aside: t.means("references that keep commits of others that were on the branch", t.list(t.text)),
});

export const sureBody = t.record({
  sure: t.standing(t.means("as `--yes` on the command line", t.flag), false),
});
export const mergeBody = t.record({
  ...sureBody.entries,
  into: t.optional(
    t.means(
      "the branch that it was shown; refused where another one is checked out by now",
      t.maybe(t.text),
    ),
  ),
});
export const undoBody = t.record({
  merge: t.optional(
    t.means(
      "the commit of the merge that it was shown; refused where that isn't the run's last one any more",
      t.text,
    ),
  ),
});
