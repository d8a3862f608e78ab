// HTTP schemas of log pages, events, search answers, timeline and evidence.
import * as t from "../../kit/schema.ts";
import { criterionStateNames } from "../../core/criterion-states.ts";
import { attempt } from "../../runtime/picture/attempts.ts";
import { amount, time } from "../../runtime/picture/shape.ts";

const name = t.maybe(t.text);

export const logLine = t.open({
  seq: t.integer,
  run: t.text,
  version: t.integer,
  type: t.text,
  at: time,
  by: t.means("`person:ana`, `agent:worker/codex`, `engine`", t.text),
  told: t.means("in its protocol's words, one line", t.text),
  job: t.means("the sender's job and lease", name),
  fence: t.maybe(t.integer),
});

export const logPage = t.open({
  run: t.text,
  newest: t.integer,
  lines: t.list(logLine),
});

export const searchAnswer = t.open({
  run: t.text,
  from: t.means("the range of searched versions", t.integer),
  to: t.integer,
  count: t.means("number of matches", t.integer),
  versions: t.means("matches, newest first, at most `limit`", t.list(t.integer)),
  lines: t.means("the first matches, at most 200", t.list(logLine)),
});

export const logEvent = t.open({
  ...logLine.entries,
  data: t.anything,
  cause: t.text,
  hash: t.text,
});

export const accepted = t.open({
  run: t.text,
  version: t.integer,
  events: t.list(logLine),
});

export const timeline = t.open({
  run: t.text,
  version: t.integer,
  attempts: t.list(
    t.open({
      ...attempt.entries,
      used: t.exactOptional(t.open({ input: amount, output: amount, cost: amount })),
    }),
  ),
});

const proof = t.open({
  exit: t.maybe(t.integer),
  tree: name,
  content: t.exactOptional(
    t.open({
      globs: t.maybe(t.list(t.text)),
      except: t.exactOptional(t.list(t.text)),
      tree: t.exactOptional(name),
    }),
  ),
  commit: t.exactOptional(t.means("whose tree it was made on", t.text)),
  at: time,
  by: t.text,
  digest: name,
  excerpt: t.text,
});

const criterion = t.open({
  unit: t.text,
  number: t.integer,
  text: t.text,
  counts: t.flag,
  status: t.oneOf(criterionStateNames),
  check: name,
  chosenBy: name,
  proof: t.maybe(proof),
  before: t.maybe(t.flag),
  claim: name,
  waived: name,
  doubts: t.exactOptional(
    t.means("why its proof is weaker than it seems, one sentence each", t.list(t.text)),
  ),
  fresh: t.means(
    "its proof is of the current tree; null: it has no tree, it can't be measured, or the past was asked for",
    t.maybe(t.flag),
  ),
});

export const evidence = t.open({
  run: t.text,
  version: t.integer,
  criteria: t.list(criterion),
});
