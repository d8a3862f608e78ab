// Why: what may be asked of a player's run, field by field; flags, tools and reference pages follow from it.
import * as t from "../../../kit/schema.ts";
import {
  attempt,
  context,
  count,
  entries,
  exit,
  foundRun,
  nested,
  node,
  resultInput,
  seen,
  texts,
} from "./shapes.ts";

const nothing = t.record({});
/** More than any rule takes: the decider says which limit is meant. */
const reason = t.text;
const asked = t.optional(
  t.means(
    "the question that was looked at: a node's attempt, how often a checkpoint was saved",
    count,
  ),
);
/** Given by the engine: how the template was looked for. */
const lookup = t.record({ is: t.oneOf(["one", "none", "several"]), names: texts });

export const commandSchemas = {
  Start: t.record({
    template: t.optional(
      t.means(
        "the template: its name, a unique part of it, its id, or a path with a / in it",
        t.text,
      ),
    ),
    context: t.optional(t.means("values of the template's variables", context)),
    node_timeout_s: t.standing(
      t.means("seconds that a node may take, 60 to 86,400", t.wholeFrom(60, 86_400)),
      3600,
    ),
    again: t.optional(
      t.means(
        "a run (WFR-…) whose template and context are taken, where nothing else is said",
        t.text,
      ),
    ),
    nested: t.optional(nested),
    origin: t.optional(t.text),
    session: t.optional(t.text),
    run: t.optional(t.text),
    root: t.optional(t.text),
    template_path: t.optional(t.text),
    template_text: t.optional(t.text),
    lookup: t.optional(lookup),
  }),
  Adopt: t.record({
    found: foundRun,
    notes: texts,
    digests: t.byName(t.text),
    run: t.optional(t.text),
  }),
  StartNode: t.record({
    node,
    attempt,
    hosted: t.standing(t.means("the engine's own process or child does it", t.flag), false),
    task: t.optional(t.means("id by which its callback names it", t.text)),
    agent: t.optional(t.text),
    check: t.optional(t.flag),
    told: t.optional(
      t.means(
        "digest of the arguments that were handed over; refused if they changed meanwhile",
        t.text,
      ),
    ),
  }),
  BindTask: t.record({ node, attempt, task: t.text }),
  BindSession: t.record({ node, attempt, session: t.text }),
  FinishNode: t.record({
    node,
    attempt,
    result: resultInput,
    seen: t.optional(seen),
    text: t.optional(t.text),
    commit: t.optional(t.text),
    tree: t.optional(t.text),
    bent: t.optional(texts),
  }),
  FinishTask: t.record({
    task: t.text,
    exit: t.means("its exit code; null: not known", exit),
    output: t.optional(t.text),
    output_path: t.optional(t.text),
    artifacts: t.optional(texts),
    seen: t.optional(seen),
    text: t.optional(t.text),
  }),
  ExpireNode: t.record({ node, attempt, output: t.optional(t.text) }),
  DoubtNode: t.record({ node, attempt, why: t.text, left: t.optional(t.text) }),
  ReleaseNode: t.record({ node, attempt, why: t.optional(t.text) }),
  AmendNode: t.record({
    node,
    session: t.optional(t.text),
    output_path: t.optional(t.text),
    artifacts: t.optional(texts),
  }),
  ResolveNode: t.record({
    node,
    answer: t.oneOf(["retry", "skip", "accept", "abort"]),
    asked,
    reason: t.optional(reason),
    result: t.optional(t.means("what it came to, where that is known", resultInput)),
  }),
  ResolveCheckpoint: t.record({
    checkpoint: node,
    answer: t.oneOf(["continue", "pause", "abort"]),
    asked,
    reason: t.optional(reason),
  }),
  Pause: nothing,
  Resume: nothing,
  Cancel: t.record({ reason: t.optional(reason) }),
  RetryRun: t.record({
    retry: t.standing(t.means("that is meant: the failed nodes begin anew", t.flag), false),
    reason: t.optional(reason),
  }),
  RollBack: t.record({ checkpoint: node, reason }),
  RepinTemplate: t.record({
    template: t.optional(t.means("where it is, if not where it was", t.text)),
    template_path: t.optional(t.text),
    template_text: t.optional(t.text),
    lookup: t.optional(lookup),
  }),
  ChangeContext: t.record({
    name: t.text,
    value: t.either(t.text, t.flag),
    root: t.optional(t.text),
  }),
  KeepExtras: t.record({
    file: t.text,
    pointer: t.text,
    value: t.means("unknown keys as [key, JSON text]", entries),
  }),
  RefuseEdit: t.record({
    path: t.text,
    digest: t.text,
    code: t.text,
    why: t.text,
  }),
  Archive: nothing,
  Unarchive: nothing,
};
