// Schemas that commands and events of a run's work share.
import * as t from "../kit/schema.ts";

export const id = t.matching(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, "must be a full id of git");
export const commit = t.record({ commit: id, tree: id });
export const doer = t.record({
  job: t.text,
  subject: t.optional(t.text),
  role: t.text,
  thread: t.maybe(t.text),
  agent: t.maybe(t.text),
});
/** A proof as observed by the engine; judged by the protocol's rules. */
export const proof = t.record({
  argv: t.list(t.text),
  cwd: t.text,
  exit: t.maybe(t.number),
  why: t.maybe(t.text),
  ms: t.number,
  digest: t.text,
  bytes: t.number,
  text: t.text,
  tree: t.maybe(t.text),
  head: t.maybe(t.text),
  checked: t.optional(t.text),
});
/** `tree`: what would land; `checked`: the tree checked instead because of pinned paths. */
export const proved = t.record({
  name: t.text,
  exit: t.maybe(t.number),
  why: t.maybe(t.text),
  digest: t.text,
  tree: t.maybe(t.text),
  checked: t.optional(t.text),
});
export type Proved = t.Of<typeof proved>;

const words = t.leastOf(1, t.text);
const texts = t.list(t.text);
export const ready = t.record({
  checks: t.list(
    t.record({
      name: t.text,
      argv: words,
      cwd: t.text,
      ms: t.count,
      pin: t.optional(words),
      writes: t.optional(words),
      parallel: t.optional(t.exactly(false)),
    }),
  ),
  setup: t.maybe(t.record({ argv: words, cwd: t.text, inputs: texts, makes: texts, ms: t.count })),
  copy: texts,
  include: t.optional(texts),
  keep: t.optional(texts),
});
/** Circumstances of checks on the base. */
export const around = {
  fenced: t.optional(t.oneOf(["online", "offline"])),
  lacks: t.optional(texts),
  withheld: t.optional(texts),
};
export const red = t.record({ name: t.text, said: t.text });
/** `trial`: also try the setup on the base if there is no check. `beside`: untracked paths of the user's, which stay out of all work. */
export const baseFields = {
  base: commit,
  branch: t.maybe(t.text),
  name: t.text,
  ready,
  beside: t.optional(texts),
  trial: t.optional(t.exactly(true)),
};
export const lent = { files: t.byName(t.maybe(t.text)) };
/**
 * `from`: the commit it began on, if other jobs may work on the same unit. `bent`: changed files
 * that affect checks. `held`: forbidden content, for a person to review.
 */
export const collected = {
  unit: t.text,
  doer,
  work: commit,
  from: t.optional(id),
  bent: t.optional(t.list(t.text)),
  held: t.optional(t.text),
};
export const joined = { unit: t.text, onto: id, work: commit };
export const merged = { unit: t.text, onto: id, merged: commit };
export const conflict = { unit: t.text, onto: id, files: t.list(t.text) };
export const unitOnly = { unit: t.text };
export const mendEnd = {
  unit: t.text,
  why: t.text,
  unspent: t.optional(t.exactly(true)),
};
export const finalTrial = { unit: t.text, commit: id, passed: t.flag, said: t.text };
export const finalAnswer = { answer: t.oneOf(["again", "fail"]), reason: t.optional(t.text) };
export const drop = { unit: t.text, reason: t.text };
export const move = { to: commit, reason: t.text };
export const delivered = { head: id, from: id, to: id, branch: t.maybe(t.text) };
