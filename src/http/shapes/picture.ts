// HTTP schemas of a run's state; its parts are checked against the engine's types.
import * as t from "../../kit/schema.ts";
import type {
  Picture,
  ShownDecision,
  ShownJob,
  ShownNode,
  ShownUsage,
} from "../../runtime/system.ts";
import { runStateNames, unitStateNames } from "../../core/state-words.ts";
import type { Note } from "../../core/view.ts";
import type { WrongLine } from "../../core/wrong-lines.ts";

export const time = t.means("ISO 8601, UTC, milliseconds", t.text);
const amount = t.maybe(t.number);
const life = t.oneOf(["live", "paused", "over", "archived"]);
const status = t.oneOf(["running", "waiting", "paused", "ended"]);
const kind = t.text;
const evidence = t.open({
  have: t.means("proved", t.integer),
  of: t.integer,
  met: t.exactOptional(t.means("how, where more than checks shows it, in words", t.text)),
});

const note = t.means(
  "what agents are told beside their briefs",
  t.open({ text: t.text, by: t.text, at: time }),
) satisfies t.Schema<Note>;

const node = t.open({
  id: t.text,
  label: t.text,
  kind: t.text,
  beside: t.exactOptional(
    t.means(
      "no piece of the work: planning, a check of the whole, a stop on the way",
      t.exactly(true),
    ),
  ),
  group: t.exactOptional(t.text),
  status: t.oneOf(["open", "ready", "running", "done", "failed", "waiting"]),
  after: t.list(t.text),
  why: t.maybe(t.text),
  done: t.number,
  of: t.number,
  note: t.maybe(t.text),
  waived: t.exactOptional(t.means("a person accepted it without proof", t.exactly(true))),
  cause: t.exactOptional(t.means("of what failed or was returned: why, and nothing else", t.text)),
  returned: t.exactOptional(t.means("attempts at it that were not taken", t.integer)),
  last: t.exactOptional(
    t.means("what is under way, or comes next, is its last attempt", t.exactly(true)),
  ),
  state: t.means("how it stands, in the word for people", t.oneOf(unitStateNames)),
  role: t.exactOptional(t.text),
  by: t.exactOptional(t.maybe(t.text)),
  told: t.exactOptional(note),
}) satisfies t.Schema<ShownNode>;

const on = t.exactOptional(
  t.means(
    "only where it is done on another machine than the server's",
    t.open({
      machine: t.text,
      leftMs: t.means(
        "of its lease, unless it is renewed; below 0: since when it doesn't hold",
        t.number,
      ),
      silent: t.means("its lease isn't renewed as it should be", t.flag),
    }),
  ),
);
const job = t.open({
  key: t.text,
  role: t.text,
  kind,
  subject: t.text,
  is: t.oneOf(["running", "ready", "waiting", "decision", "doubt"]),
  ready: t.flag,
  why: t.maybe(t.text),
  by: t.maybe(t.text),
  since: t.maybe(time),
  fence: t.maybe(t.integer),
  limitMs: t.exactOptional(t.means("how long its program may take", t.number)),
  does: t.exactOptional(
    t.means("of a job at work: what it does now, in one line; empty if unknown", t.text),
  ),
  later: t.maybe(time),
  on,
}) satisfies t.Schema<ShownJob>;

const option = t.open({
  id: t.text,
  label: t.means("on a button", t.text),
  means: t.means("what follows from choosing it; empty: the label says it", t.text),
  note: t.oneOf(["none", "may", "must"]),
  fields: t.exactOptional(t.means("JSON Schema of what must be said besides", t.anything)),
  mends: t.exactOptional(t.means("the stuck unit that goes on by it", t.text)),
  takes: t.exactOptional(
    t.means("it hands over what a person did in the checkout", t.exactly(true)),
  ),
  recommended: t.exactOptional(t.means("the usual way on", t.exactly(true))),
  ends: t.exactOptional(t.means("it ends the run or takes back work", t.exactly(true))),
});
export const decision = t.open({
  run: t.text,
  key: t.text,
  subject: t.text,
  question: t.text,
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
  branch: t.means("the run branch", t.text),
  base: t.text,
  head: t.text,
  landed: t.integer,
  waiting: t.list(
    t.open({ unit: t.text, byHand: t.flag, job: t.text, commit: t.text, why: t.text, cut: t.flag }),
  ),
  merged: t.means(
    "where what landed was merged",
    t.maybe(t.open({ to: t.text, branch: t.maybe(t.text), whole: t.flag })),
  ),
  dropped: t.flag,
}) satisfies t.Schema<NonNullable<Picture["work"]>>;

export const runAnswer = t.open({
  run: t.text,
  protocol: t.text,
  life,
  version: t.integer,
  good: t.maybe(t.flag),
  told: t.exactOptional(note),
  unproved: t.exactOptional(
    t.means("of a run that ended in success by its rules: what is unproved, in words", t.text),
  ),
  bent: t.exactOptional(
    t.means(
      "of such a run: files that its checks go by, and that its own work changed",
      t.list(t.text),
    ),
  ),
  folder: t.text,
  startedAt: t.maybe(time),
  at: time,
  title: t.means("what is wanted, in a line", t.text),
  name: t.exactOptional(t.means("what people call it besides: its slug, its session", t.text)),
  phase: t.text,
  status,
  state: t.means("how it stands, in the word for people", t.oneOf(runStateNames)),
  facts: t.list(t.text),
  nodes: t.list(node),
  counts: t.exactOptional(t.text),
  evidence,
  claims: t.list(t.text),
  bypasses: t.list(t.text),
  warnings: t.list(t.text),
  refused: t.maybe(t.text),
  work: t.exactOptional(t.means("only where its jobs work in places", work)),
  usage: t.exactOptional(usage),
  jobs: t.list(job),
  decisions: t.list(decision),
  newest: t.means("the newest version; `version` is older if the past was asked for", t.integer),
  span: t.means("times that can be viewed", t.open({ from: time, to: time })),
  runner: t.means(
    "the active runner that this server started, and its last output",
    t.maybe(t.open({ since: time, words: t.list(t.text) })),
  ),
  elsewhere: t.means(
    "another active runner on this machine: of a terminal, or of the parent run",
    t.maybe(t.open({ pid: t.integer, since: time })),
  ),
  idle: t.means("work could begin or continue, but no worker is active", t.flag),
  needsRunner: t.means("no runner is active to begin the next step, even if a worker is", t.flag),
  lacks: t.means(
    "why no worker on this machine can do what it needs, with the remedy; null: one can",
    t.maybe(t.open({ text: t.text, fits: t.text })),
  ),
  lastWords: t.exactOptional(
    t.means(
      "if no runner is active and nothing has happened since: the end of this server's last runner, and its last output",
      t.open({ at: time, words: t.list(t.text) }),
    ),
  ),
  parent: t.maybe(t.text),
  children: t.list(t.open({ run: t.text, protocol: t.text, life, good: t.maybe(t.flag) })),
});

const wrong = t.open({
  shade: t.oneOf(["good", "busy", "wait", "bad", "doubt", "strong", "dim"]),
  what: t.text,
  text: t.text,
  node: t.exactOptional(t.means("the unit that it is about", t.text)),
  name: t.exactOptional(t.means("what to call that", t.text)),
  file: t.exactOptional(t.means("of the run's files, where more of it stands", t.text)),
  full: t.exactOptional(t.means("what `text` leaves out for the sake of a plain sentence", t.text)),
}) satisfies t.Schema<WrongLine>;

export const runLine = t.open({
  run: t.text,
  protocol: t.text,
  life,
  phase: t.text,
  version: t.integer,
  at: time,
  good: t.maybe(t.flag),
  origin: t.maybe(t.text),
  title: t.means("what is wanted, in a line", t.text),
  name: t.exactOptional(t.means("what people call it besides: its slug, its session", t.text)),
  state: t.means("how it stands, in the word for people", t.oneOf(runStateNames)),
  wrong: t.means("what is wrong, the worst first", t.list(wrong)),
  facts: t.list(t.text),
  evidence,
  folder: t.text,
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
  toMerge: t.means("successful by its rules, with landed work that isn't merged yet", t.flag),
  usage: t.exactOptional(
    t.means(
      "as reported by agents' programs",
      t.open({ input: amount, output: amount, cost: amount }),
    ),
  ),
  workers: t.means(
    "jobs at work",
    t.list(
      t.open({
        ...job.entries,
        label: t.means("the title of its unit; if it has none, the role", t.text),
      }),
    ),
  ),
  decisions: t.means(
    "open ones, of child runs too",
    t.list(
      t.open({
        run: t.text,
        key: t.text,
        question: t.text,
        since: t.means("since when it is known to be open", time),
      }),
    ),
  ),
  driven: t.means("a runner on this machine drives it", t.flag),
  idle: t.means("work could begin or continue, but no worker is active", t.flag),
});
