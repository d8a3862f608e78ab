// Why: what a run looks like over HTTP is checked against the types that both sides are built from, so that reference and program can't part.
import * as t from "../../kit/schema.ts";
import type { ShownDecision, ShownJob, ShownNode, ShownUsage } from "../../runtime/system.ts";
import { runStateNames, unitStateNames } from "../../core/state-words.ts";
import type { Note } from "../../core/view.ts";
import type { WrongLine } from "../../core/wrong-lines.ts";
import type { RunLine, Shown } from "../answers.ts";

const text = t.text;
export const time = t.means("ISO 8601, UTC, milliseconds", t.text);
const amount = t.maybe(t.number);
const life = t.oneOf(["live", "paused", "over", "archived"]);
const status = t.oneOf(["running", "waiting", "paused", "ended"]);
const kind = t.text;
const evidence = t.open({ have: t.integer, of: t.integer });

const note = t.means(
  "what agents are told beside their briefs",
  t.open({ text, by: text, at: time }),
) satisfies t.Schema<Note>;

const node = t.open({
  id: text,
  label: text,
  kind: text,
  beside: t.exactOptional(
    t.means(
      "no piece of the work: planning, a check of the whole, a stop on the way",
      t.exactly(true),
    ),
  ),
  group: t.exactOptional(text),
  status: t.oneOf(["open", "ready", "running", "done", "failed", "waiting"]),
  after: t.list(text),
  why: t.maybe(text),
  done: t.number,
  of: t.number,
  note: t.maybe(text),
  cause: t.exactOptional(t.means("of what failed or was returned: why, and nothing else", text)),
  returned: t.exactOptional(t.means("attempts at it that were not taken", t.integer)),
  last: t.exactOptional(
    t.means("what is under way, or comes next, is its last attempt", t.exactly(true)),
  ),
  state: t.means("how it stands, in the word for people", t.oneOf(unitStateNames)),
  role: t.exactOptional(text),
  by: t.exactOptional(t.maybe(text)),
  told: t.exactOptional(note),
}) satisfies t.Schema<ShownNode>;

const on = t.exactOptional(
  t.means(
    "only where it is done on another machine than the server's",
    t.open({
      machine: text,
      leftMs: t.means(
        "of its lease, unless it is renewed; below 0: since when it doesn't hold",
        t.number,
      ),
      silent: t.means("its lease isn't renewed as it should be", t.flag),
    }),
  ),
);
const job = t.open({
  key: text,
  role: text,
  kind,
  subject: text,
  is: t.oneOf(["running", "ready", "waiting", "decision", "doubt"]),
  ready: t.flag,
  why: t.maybe(text),
  by: t.maybe(text),
  since: t.maybe(time),
  fence: t.maybe(t.integer),
  later: t.maybe(time),
  on,
}) satisfies t.Schema<ShownJob>;

const option = t.open({
  id: text,
  label: t.means("on a button", text),
  means: t.means("what follows from choosing it; empty: the label says it", text),
  note: t.oneOf(["none", "may", "must"]),
  fields: t.exactOptional(t.means("JSON Schema of what must be said besides", t.anything)),
  mends: t.exactOptional(t.means("the stuck unit that goes on by it", text)),
  takes: t.exactOptional(
    t.means("it hands over what a person did in the checkout", t.exactly(true)),
  ),
  recommended: t.exactOptional(t.means("the usual way on", t.exactly(true))),
  ends: t.exactOptional(t.means("it ends the run or takes back work", t.exactly(true))),
});
export const decision = t.open({
  run: text,
  key: text,
  subject: text,
  question: text,
  options: t.list(option),
}) satisfies t.Schema<ShownDecision>;

const sum = t.open({
  input: amount,
  output: amount,
  cost: amount,
  cached: t.exactOptional(t.number),
  jobs: t.integer,
});
const usage = t.open({
  ...sum.entries,
  agents: t.byName(sum),
  subjects: t.byName(sum),
  attempts: t.byName(sum),
}) satisfies t.Schema<ShownUsage>;

const work = t.open({
  branch: t.means("the run branch", text),
  base: text,
  head: text,
  landed: t.integer,
  waiting: t.list(
    t.open({
      unit: text,
      byHand: t.flag,
      job: text,
      commit: text,
      why: text,
      cut: t.flag,
    }),
  ),
  merged: t.means(
    "where what landed was merged",
    t.maybe(t.open({ to: text, branch: t.maybe(text), whole: t.flag })),
  ),
  dropped: t.flag,
}) satisfies t.Schema<NonNullable<Shown["work"]>>;

export const shown = t.open({
  run: text,
  protocol: text,
  life,
  version: t.integer,
  good: t.maybe(t.flag),
  told: t.exactOptional(note),
  unproved: t.exactOptional(
    t.means("of a run that ended in success by its rules: what is unproved, in words", text),
  ),
  bent: t.exactOptional(
    t.means(
      "of such a run: files that its checks go by, and that its own work changed",
      t.list(text),
    ),
  ),
  folder: text,
  startedAt: t.maybe(time),
  at: time,
  title: t.means("what is wanted, in a line", text),
  name: t.exactOptional(t.means("what people call it besides: its slug, its session", text)),
  phase: text,
  status,
  state: t.means("how it stands, in the word for people", t.oneOf(runStateNames)),
  facts: t.list(text),
  nodes: t.list(node),
  counts: t.exactOptional(text),
  evidence,
  claims: t.list(text),
  bypasses: t.list(text),
  warnings: t.list(text),
  refused: t.maybe(text),
  work: t.exactOptional(t.means("only where its jobs work in places", work)),
  usage: t.exactOptional(usage),
  jobs: t.list(job),
  decisions: t.list(decision),
  newest: t.integer,
  span: t.open({ from: time, to: time }),
  runner: t.maybe(t.open({ since: time, words: t.list(text) })),
  elsewhere: t.maybe(t.open({ pid: t.integer, since: time })),
  idle: t.flag,
  needsRunner: t.flag,
  lacks: t.maybe(t.open({ text, fits: text })),
  lastWords: t.exactOptional(t.open({ at: time, words: t.list(text) })),
  parent: t.maybe(text),
  children: t.list(t.open({ run: text, protocol: text, life, good: t.maybe(t.flag) })),
}) satisfies t.Schema<Shown>;

const wrong = t.open({
  shade: t.oneOf(["good", "busy", "wait", "bad", "doubt", "strong", "dim"]),
  what: text,
  text,
  node: t.exactOptional(t.means("the unit that it is about", text)),
  name: t.exactOptional(t.means("what to call that", text)),
  file: t.exactOptional(t.means("of the run's files, where more of it stands", text)),
  full: t.exactOptional(t.means("what `text` leaves out for the sake of a plain sentence", text)),
}) satisfies t.Schema<WrongLine>;

export const runLine = t.open({
  run: text,
  protocol: text,
  life,
  phase: text,
  version: t.integer,
  at: time,
  good: t.maybe(t.flag),
  origin: t.maybe(text),
  title: t.means("what is wanted, in a line", text),
  name: t.exactOptional(t.means("what people call it besides: its slug, its session", text)),
  state: t.means("how it stands, in the word for people", t.oneOf(runStateNames)),
  wrong: t.means("what is wrong, the worst first", t.list(wrong)),
  facts: t.list(text),
  evidence,
  folder: text,
  startedAt: t.maybe(time),
  nodes: t.means(
    "pieces of the work alone: no planning, no check of the whole",
    t.open({
      done: t.integer,
      proved: t.means("of those done", t.integer),
      of: t.integer,
      failed: t.integer,
    }),
  ),
  begun: t.means("something of it is under way or done, or was tried", t.flag),
  toMerge: t.means("it is over, and what landed isn't merged yet", t.flag),
  usage: t.exactOptional(t.open({ input: amount, output: amount, cost: amount })),
  workers: t.list(
    t.open({ by: t.maybe(text), subject: text, role: text, since: t.maybe(time), on }),
  ),
  decisions: t.list(
    t.open({
      run: text,
      key: text,
      question: text,
      since: t.means("since when it is known to wait", time),
    }),
  ),
  driven: t.flag,
  idle: t.flag,
}) satisfies t.Schema<RunLine>;
