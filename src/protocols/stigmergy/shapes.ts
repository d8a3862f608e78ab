// Schemas that several commands and events of stigmergy share.
import * as t from "../../kit/schema.ts";
import * as words from "./words.ts";

export const maybe = t.maybe(t.text);
export const positive = t.wholeFrom(1);
/** Unknown keys as [key, JSON text]. */
export const entries = t.list(t.pair(t.text, t.text));
export const moreExtras = t.optional(t.list(t.record({ pointer: t.text, value: entries })));
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
  t.oneOf(words.autonomyWords),
);
export const status = t.oneOf(words.statusWords);
export const storyStatus = t.oneOf(words.storyWords);
export const issueStatus = t.oneOf(words.issueWords);
export const strikeKind = t.oneOf(["work", "review", "garbage", "timeout", "check"]);

/** Set by the engine: digest and text of a file; null if missing. */
export const files = t.optional(t.byName(t.maybe(t.record({ digest: t.text, text: t.text }))));
export const docs = t.means("digests by path", t.byName(t.text));
/** Measured by the engine: the whole working tree at that time. */
export const whole = t.optional(maybe);
export const moment = t.record({ tree: maybe, head: maybe });
/** Set by the engine: digests of the content under proof. */
export const contents = t.optional(t.byName(maybe));
export const after = t.optional(t.means("the tree when its process ended", moment));
/** Set by the engine: paths that the job's agent changed. */
export const changed = t.optional(t.texts);
/** The number of the answered question. */
export const questionNo = t.optional(
  t.means("the number of the question that was looked at", t.count),
);

/** A history entry as an event stores it. */
export const entry = t.record({
  at: t.text,
  agent: t.text,
  signal: t.text,
  summary: t.text,
  files: t.texts,
  claimed: t.optional(t.text),
  on: t.optional(t.count),
  extras: t.optional(entries),
});
/** A history entry as an edit of the state file provides it. */
export const editEntryFields = {
  agent: t.text,
  signal: t.optional(maybe),
  summary: t.text,
  files: t.optional(t.texts),
  claimed: t.optional(maybe),
  on: t.optional(t.means("how many entries of the history its author had read", t.count)),
  extras: t.optional(entries),
};
export const editEntry = t.optional(t.record(editEntryFields));

/** For a document that a role has written. */
export const finished = {
  summary: t.optional(t.text),
  files_modified: t.optional(t.texts),
  entry: editEntry,
  files,
  changed,
};

export const check = t.record({ name: t.text, argv: t.texts, timeout_ms: positive });
export const checkInput = t.record({
  name: t.optional(t.text),
  argv: t.optional(t.texts),
  command: t.optional(
    t.means("split on blanks with plain quotes, nothing expanded, no shell", t.text),
  ),
  timeout_s: t.optional(positive),
});
export const checkResult = t.record({
  exit: t.maybe(t.integer),
  passed: t.flag,
  void: t.means("the content was another before: it proves nothing", t.flag),
  why: maybe,
  tree: maybe,
  at: t.text,
  output: maybe,
  excerpt: t.text,
  hollow: t.optional(t.means("it passes on an empty tree as well, so it shows nothing", t.flag)),
  flipped: t.optional(t.means("it failed before on this same content", t.flag)),
});
/** A check run as the engine saw it. */
export const checkRun = t.record({
  exit: t.maybe(t.integer),
  why: maybe,
  output: maybe,
  excerpt: t.text,
  hollow: t.optional(t.flag),
});

const playing = t.oneOf(words.playingWords);
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
  gates: t.list(t.oneOf(words.gateWords)),
  concurrency: positive,
  strikes: positive,
  issues_per_subject: positive,
  audit: t.oneOf(words.auditWords),
  ux: t.flag,
  reviewer: t.oneOf(words.reviewerWords),
  minutes,
  attempts: positive,
});
/** Settings from the configuration or a person, complete or not; the rules report invalid values. */
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
    t.means("where a person is asked when supervised: brief, blueprint, story", t.texts),
  ),
  concurrency: t.optional(
    t.means(
      "stories worked on at once, 1 to 8; their work is checked together, and a failed check counts for all that wait for it",
      t.number,
    ),
  ),
  strikes: t.optional(t.means("failed attempts before a responder is called", t.number)),
  issues_per_subject: t.optional(
    t.means("issues about one subject before the project stops", t.number),
  ),
  audit: t.suggesting(
    words.auditWords,
    t.optional(t.means("which epics are audited: on-trouble, never, always", t.text)),
  ),
  ux: t.optional(t.means("whether a UX specification is written", t.flag)),
  reviewer: t.suggesting(
    words.reviewerWords,
    t.optional(t.means("who may judge a story: other-session, other-agent, person", t.text)),
  ),
  minutes: t.optional(t.partial(minutes)),
  attempts: t.optional(
    t.means("attempts at a job without a result before it counts as failed", t.number),
  ),
});

export const holder = t.record({ name: t.text, agent: maybe, conversation: maybe });
export const author = t.record({ role: t.text, holder });
export const verdict = t.record({ n: positive, met: t.flag, how: t.text });
export const verdictInput = t.record({ n: positive, met: t.flag, how: t.optional(t.text) });

export const storyInput = t.record({
  story_id: t.text,
  title: t.text,
  status: t.optional(storyStatus),
  agent: t.optional(t.text),
});
export const epicInput = t.record({
  epic_id: t.number,
  title: t.text,
  stories: t.list(storyInput),
});
/** As an event stores them, after validation. */
export const listedStory = t.record({ id: t.text, title: t.text, builder: maybe });
export const listedEpic = t.record({ id: t.number, title: t.text, stories: t.list(listedStory) });
/** Stories added to an existing epic. */
export const added = t.record({ epic: t.number, stories: t.list(storyInput) });
export const listedAdded = t.record({ epic: t.number, stories: t.list(listedStory) });

/** A state file as read for adoption. */
export const foundRun = t.record({
  name: t.text,
  autonomy,
  status,
  /** `subject`: subject of the unsolved issue; null if there is none. */
  halted: t.maybe(t.record({ from: status, reason: t.text, subject: t.optional(maybe) })),
  paused: t.flag,
  signal: t.text,
  epics: t.list(
    t.record({
      id: t.number,
      title: t.text,
      stories: t.list(
        t.record({
          id: t.text,
          title: t.text,
          status: storyStatus,
          approved: t.flag,
          builder: maybe,
          criteria: t.texts,
        }),
      ),
    }),
  ),
  /** Word for word, each entry as JSON text. */
  history: t.texts,
  last_at: t.means("the latest readable time of the history", t.text),
  issues: t.list(
    t.record({
      id: t.text,
      at: t.text,
      status: issueStatus,
      summary: t.text,
      refs: t.texts,
      subject: t.text,
      solution: maybe,
    }),
  ),
  questions: t.list(t.record({ subject: t.text, text: t.text })),
  extras: t.list(t.record({ file: t.text, pointer: t.text, entries })),
});

/** Initial data of an adopted run. */
export const adoption = {
  run: t.text,
  found: foundRun,
  settings,
  corrections: t.texts,
  /** For the finished parts. */
  docs: t.byName(t.maybe(docs)),
  checks: t.list(check),
  stories: t.means(
    "story files by story",
    t.byName(t.maybe(t.record({ path: t.text, digest: t.text }))),
  ),
  digests: t.byName(t.text),
  tree: maybe,
  whole,
  entry,
};
