// A run's picture: the one declaration of what every surface shows of a run. The server's answers and their types follow from it.
import * as t from "../../kit/schema.ts";
import { runStateNames, unitStateNames } from "../../core/words/states.ts";
import type { DecisionOption } from "../../core/job.ts";
import type { Note, View, ViewNode } from "../../core/view.ts";

export const time = t.means("ISO 8601, UTC, milliseconds", t.text);
export const amount = t.maybe(t.number);
export const life = t.oneOf(["live", "paused", "over", "archived"]);
const status = t.oneOf(["running", "waiting", "paused", "ended"]);
const kind = t.text;
export const evidence = t.open({
  have: t.means("proved", t.integer),
  of: t.integer,
  met: t.exactOptional(t.means("how, where more than checks shows it, in words", t.text)),
}) satisfies t.Schema<View["evidence"]>;

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
  skipped: t.exactOptional(t.means("a person left it out", t.exactly(true))),
  cause: t.exactOptional(t.means("of what failed or was returned: why, and nothing else", t.text)),
  returned: t.exactOptional(t.means("attempts at it that were not taken", t.integer)),
  last: t.exactOptional(
    t.means("what is under way, or comes next, is its last attempt", t.exactly(true)),
  ),
  state: t.means("how it stands, in the word for people", t.oneOf(unitStateNames)),
  role: t.exactOptional(t.text),
  by: t.exactOptional(t.maybe(t.text)),
  told: t.exactOptional(note),
}) satisfies t.Schema<ViewNode>;

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
export const job = t.open({
  key: t.text,
  role: t.text,
  kind,
  subject: t.text,
  label: t.means("the title of its unit; if it has none, the role", t.text),
  is: t.oneOf(["running", "ready", "waiting", "decision", "doubt"]),
  ready: t.flag,
  why: t.maybe(t.text),
  by: t.means("who does it, as claimed", t.maybe(t.text)),
  since: t.means("of a job of a host on this or another machine", t.maybe(time)),
  fence: t.means("of its lease", t.maybe(t.integer)),
  limitMs: t.exactOptional(t.means("how long its program may take", t.number)),
  does: t.exactOptional(
    t.means("of a job at work: what it does now, in one line; empty if unknown", t.text),
  ),
  later: t.means("when a runner may begin it, if nothing else prevents that", t.maybe(time)),
  on,
});

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
}) satisfies t.Schema<DecisionOption>;
export const decision = t.open({
  run: t.means("the run that asks: this one, or one that it began", t.text),
  key: t.text,
  subject: t.means("its unit; of the whole run the protocol's word for that", t.text),
  question: t.text,
  output: t.optional(t.means("the job whose whole output is its context", t.text)),
  options: t.list(option),
});

export const askedDecision = t.open({
  ...decision.entries,
  brief: t.text,
  documents: t.means(
    "to be read before",
    t.list(t.open({ path: t.text, text: t.text, cut: t.means("it is longer", t.flag) })),
  ),
  rewrite: t.means(
    "what may be changed before it is answered: documents, or the data of a command as it stands",
    t.maybe(
      t.either(
        t.open({ documents: t.list(t.text) }),
        t.open({ command: t.text, data: t.anything }),
      ),
    ),
  ),
});

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
});

const work = t.open({
  branch: t.means("the run branch", t.text),
  base: t.text,
  head: t.text,
  landed: t.integer,
  waiting: t.means(
    "in the order of arrival",
    t.list(
      t.open({
        unit: t.text,
        byHand: t.means("a person's commits on the run branch, from no job", t.flag),
        job: t.text,
        commit: t.text,
        why: t.means("why it hasn't landed; of a failed check the end of its output", t.text),
        cut: t.means("`why` is cut", t.flag),
      }),
    ),
  ),
  merged: t.means(
    "where what landed was merged; `whole`: nothing landed since",
    t.maybe(t.open({ to: t.text, branch: t.maybe(t.text), whole: t.flag })),
  ),
  dropped: t.flag,
});

/** What a line in a list of runs shows, too. */
export const head = {
  run: t.text,
  protocol: t.text,
  life,
  version: t.integer,
  good: t.means(
    "by its rules; false, too, where something checkable is unproved at its end",
    t.maybe(t.flag),
  ),
  origin: t.means("of a run that another run began: `RUN/PLACE`", t.maybe(t.text)),
  folder: t.text,
  startedAt: t.maybe(time),
  at: time,
  endedAt: t.exactOptional(
    t.means("of a run that is over, whatever was merged or archived since", time),
  ),
  title: t.means("what is wanted, in a line", t.text),
  name: t.exactOptional(t.means("what people call it besides: its slug, its session", t.text)),
  phase: t.text,
  state: t.means("how it stands, in the word for people", t.oneOf(runStateNames)),
  facts: t.list(t.text),
  pieces: t.means(
    "of the work alone: no planning, no check of the whole",
    t.open({
      done: t.integer,
      proved: t.means("of those done", t.integer),
      of: t.integer,
      failed: t.integer,
    }),
  ),
  evidence,
};

export const picture = t.open({
  ...head,
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
  status,
  nodes: t.list(node),
  claims: t.list(t.text),
  bypasses: t.list(t.text),
  warnings: t.list(t.text),
  refused: t.maybe(t.text),
  work: t.exactOptional(t.means("once it has a base", work)),
  usage: t.exactOptional(usage),
  jobs: t.list(job),
  decisions: t.list(decision),
});

/** What depends on whether a runner on this machine drives it. */
export const attended = {
  driven: t.means("a runner on this machine drives it", t.flag),
  idle: t.means("work could begin or continue, but no worker is active", t.flag),
  needsRunner: t.means("no runner is active to begin the next step, even if a worker is", t.flag),
};

export type Picture = t.Of<typeof picture>;
export type ShownNode = Picture["nodes"][number];
export type ShownJob = Picture["jobs"][number];
export type ShownDecision = Picture["decisions"][number];
export type ShownUsage = NonNullable<Picture["usage"]>;
export type ShownWork = NonNullable<Picture["work"]>;
/** Where a job on another machine is done. */
export type HeldOn = NonNullable<ShownJob["on"]>;
/** A question and what to know before it is answered. */
export type AskedDecision = t.Of<typeof askedDecision>;
/** A picture, and how it stands with or without a runner. */
export type Attended = Picture & t.DataOf<typeof attended>;
