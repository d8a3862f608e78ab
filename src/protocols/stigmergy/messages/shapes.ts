// Why: pieces that several commands and events share are described once, so that help texts and types cannot drift apart.
import * as t from "../../../kit/schema.ts";
import { autonomyWords, issueWords, statusWords, storyWords } from "../words.ts";

export const text = t.text;
export const texts = t.list(t.text);
export const maybe = t.maybe(t.text);
export const count = t.count;
export const positive = t.wholeFrom(1);
/** Unknown keys as [key, JSON text]. */
export const entries = t.list(t.pair(t.text, t.text));
export const moreExtras = t.optional(t.list(t.record({ pointer: text, value: entries })));
export const story = t.means("id of a story: 1.2", t.text);
export const epic = t.means("id of an epic: 1", t.number);
export const issue = t.means("id of an issue: ISSUE-001", t.text);
export const subject = t.means(
  "what it is about: brief, prd, ux, architecture, manifest, project, story:ID, story-file:ID, review:ID",
  t.text,
);
export const gate = t.means("brief, blueprint or story:ID", t.text);
export const autonomy = t.means(
  "supervised asks a person at its gates, autonomous only where no rule can decide",
  t.oneOf(autonomyWords),
);
export const status = t.oneOf(statusWords);
export const storyStatus = t.oneOf(storyWords);
export const issueStatus = t.oneOf(issueWords);
export const strikeKind = t.oneOf(["work", "review", "garbage", "timeout", "check"]);

/** Filled by the engine: digest and text of a file; null: it isn't there. */
export const files = t.byName(t.maybe(t.record({ digest: text, text })));
export const docs = t.means("digests by path", t.byName(t.text));
/** The whole working tree then, as the engine measured it. */
export const whole = t.optional(maybe);
export const moment = t.record({ tree: maybe, head: maybe });

/** As an event keeps it: what stands in the history. */
export const entry = t.record({
  at: text,
  agent: text,
  signal: text,
  summary: text,
  files: texts,
  claimed: t.optional(text),
  on: t.optional(count),
  extras: t.optional(entries),
});
/** As an edit of the state file gives it. */
export const givenEntry = t.record({
  agent: text,
  signal: t.optional(maybe),
  summary: text,
  files: t.optional(texts),
  claimed: t.optional(maybe),
  on: t.optional(count),
  extras: t.optional(entries),
});

export const check = t.record({ name: text, argv: texts, timeout_ms: positive });
export const checkInput = t.record({
  name: t.optional(text),
  argv: t.optional(texts),
  command: t.optional(
    t.means("split on blanks with plain quotes, nothing expanded, no shell", text),
  ),
  timeout_s: t.optional(positive),
});
export const checkResult = t.record({
  exit: t.maybe(t.integer),
  passed: t.flag,
  void: t.means("the content was another before: it proves nothing", t.flag),
  why: maybe,
  tree: maybe,
  at: text,
  output: maybe,
  excerpt: text,
  hollow: t.optional(t.means("it passes on an empty tree as well, so it shows nothing", t.flag)),
  flipped: t.optional(t.means("it failed before on this same content", t.flag)),
});
/** What the engine ran and saw. */
export const checkRun = t.record({
  exit: t.maybe(t.integer),
  why: maybe,
  output: maybe,
  excerpt: text,
  hollow: t.optional(t.flag),
});

export const playing = t.oneOf(["agent", "engine", "person", "hand"]);
const minutes = t.record({
  work: positive,
  review: positive,
  plan: positive,
  story: positive,
  check: positive,
});
export const settings = t.record({
  roster: t.byName(playing),
  checks: t.maybe(t.list(check)),
  gates: t.list(t.oneOf(["brief", "blueprint", "story"])),
  concurrency: positive,
  strikes: positive,
  issues_per_subject: positive,
  audit: t.oneOf(["on-trouble", "never", "always"]),
  ux: t.flag,
  reviewer: t.oneOf(["other-session", "other-agent", "person"]),
  minutes,
  attempts: positive,
});
/** As configuration and people give them: any part; the rules say which value doesn't fit. */
export const settingsInput = t.record({
  roster: t.withExamples(
    [{ sarah: "person" }],
    t.optional(t.means("who plays a role: agent, hand or person", t.byName(t.text))),
  ),
  checks: t.optional(
    t.means(
      "commands that prove the work; null: those that the QA protocol names",
      t.maybe(t.list(checkInput)),
    ),
  ),
  gates: t.optional(
    t.means("where a person is asked when supervised: brief, blueprint, story", texts),
  ),
  concurrency: t.optional(
    t.means(
      "stories worked on at once, 1 to 8; without places they share one working tree, and a failed check counts for all of them",
      t.number,
    ),
  ),
  strikes: t.optional(t.means("failed attempts before a responder is called", t.number)),
  issues_per_subject: t.optional(
    t.means("issues about one subject before the project stops", t.number),
  ),
  audit: t.suggesting(
    ["on-trouble", "never", "always"],
    t.optional(t.means("which epics are audited: on-trouble, never, always", text)),
  ),
  ux: t.optional(t.means("whether a UX specification is written", t.flag)),
  reviewer: t.suggesting(
    ["other-session", "other-agent", "person"],
    t.optional(t.means("who may judge a story: other-session, other-agent, person", text)),
  ),
  minutes: t.optional(t.partial(minutes)),
  attempts: t.optional(
    t.means("attempts at a job without a result before it counts as failed", t.number),
  ),
});

export const holder = t.record({ name: text, agent: maybe, conversation: maybe });
export const author = t.record({ role: text, holder });
export const verdict = t.record({ n: positive, met: t.flag, how: text });
export const verdictInput = t.record({ n: positive, met: t.flag, how: t.optional(text) });

export const storyInput = t.record({
  story_id: text,
  title: text,
  status: t.optional(storyStatus),
  agent: t.optional(text),
});
export const epicInput = t.record({
  epic_id: t.number,
  title: text,
  stories: t.list(storyInput),
});
/** As an event keeps them: checked. */
export const freshStory = t.record({ id: text, title: text, builder: maybe });
export const freshEpic = t.record({
  id: t.number,
  title: text,
  stories: t.list(freshStory),
});
/** Stories added to an epic that is there. */
export const added = t.record({ epic: t.number, stories: t.list(storyInput) });
export const freshAdded = t.record({ epic: t.number, stories: t.list(freshStory) });

/** A state file as it was found, once read (specification, section 9). */
export const foundRun = t.record({
  name: text,
  autonomy,
  status,
  /** `subject`: what an issue that nobody could solve is about; null, as in older ledgers: none is behind it. */
  halted: t.maybe(t.record({ from: status, reason: text, subject: t.optional(maybe) })),
  paused: t.flag,
  signal: text,
  epics: t.list(
    t.record({
      id: t.number,
      title: text,
      stories: t.list(
        t.record({
          id: text,
          title: text,
          status: storyStatus,
          approved: t.flag,
          builder: maybe,
          criteria: texts,
        }),
      ),
    }),
  ),
  /** Word for word, each as the JSON text of one entry. */
  history: texts,
  last_at: t.means("the latest readable time of the history", text),
  issues: t.list(
    t.record({
      id: text,
      at: text,
      status: issueStatus,
      summary: text,
      refs: texts,
      subject: text,
      solution: maybe,
    }),
  ),
  questions: t.list(t.record({ subject: text, text })),
  extras: t.list(t.record({ file: text, pointer: text, entries })),
});
