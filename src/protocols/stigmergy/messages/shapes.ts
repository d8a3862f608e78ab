// Why: pieces that several commands and events share are described once, so that help texts and types cannot drift apart.
import { z } from "zod";
import { autonomyWords, issueWords, statusWords, storyWords } from "../words.ts";

export const text = z.string();
export const texts = z.array(z.string());
export const maybe = z.string().nullable();
export const count = z.number().int().nonnegative();
export const positive = z.number().int().positive();
/** Unknown keys as [key, JSON text]. */
export const entries = z.array(z.tuple([z.string(), z.string()]));
export const moreExtras = z.array(z.strictObject({ pointer: text, value: entries })).optional();
export const story = z.string().describe("id of a story: 1.2");
export const epic = z.number().describe("id of an epic: 1");
export const issue = z.string().describe("id of an issue: ISSUE-001");
export const subject = z
  .string()
  .describe(
    "what it is about: brief, prd, ux, architecture, manifest, project, story:ID, story-file:ID, review:ID",
  );
export const gate = z.string().describe("brief, blueprint or story:ID");
export const autonomy = z
  .enum(autonomyWords)
  .describe("supervised asks a person at its gates, autonomous only where no rule can decide");
export const status = z.enum(statusWords);
export const storyStatus = z.enum(storyWords);
export const issueStatus = z.enum(issueWords);
export const strikeKind = z.enum(["work", "review", "garbage", "timeout", "check"]);

/** Filled by the engine: digest and text of a file; null: it isn't there. */
export const files = z.record(z.string(), z.strictObject({ digest: text, text }).nullable());
export const docs = z.record(z.string(), z.string()).describe("digests by path");
/** The whole working tree then, as the engine measured it. */
export const whole = maybe.optional();
export const moment = z.strictObject({ tree: maybe, head: maybe });

/** As an event keeps it: what stands in the history. */
export const entry = z.strictObject({
  at: text,
  agent: text,
  signal: text,
  summary: text,
  files: texts,
  claimed: text.optional(),
  on: count.optional(),
  extras: entries.optional(),
});
/** As an edit of the state file gives it. */
export const givenEntry = z.strictObject({
  agent: text,
  signal: maybe.optional(),
  summary: text,
  files: texts.optional(),
  claimed: maybe.optional(),
  on: count.optional(),
  extras: entries.optional(),
});

export const check = z.strictObject({ name: text, argv: texts, timeout_ms: positive });
export const checkInput = z.strictObject({
  name: text.optional(),
  argv: texts.optional(),
  command: text
    .optional()
    .describe("split on blanks with plain quotes, nothing expanded, no shell"),
  timeout_s: positive.optional(),
});
export const checkResult = z.strictObject({
  exit: z.number().int().nullable(),
  passed: z.boolean(),
  void: z.boolean().describe("the content was another before: it proves nothing"),
  why: maybe,
  tree: maybe,
  at: text,
  output: maybe,
  excerpt: text,
  hollow: z
    .boolean()
    .optional()
    .describe("it passes on an empty tree as well, so it shows nothing"),
  flipped: z.boolean().optional().describe("it failed before on this same content"),
});
/** What the engine ran and saw. */
export const checkRun = z.strictObject({
  exit: z.number().int().nullable(),
  why: maybe,
  output: maybe,
  excerpt: text,
  hollow: z.boolean().optional(),
});

export const playing = z.enum(["agent", "engine", "person", "hand"]);
const minutes = z.strictObject({
  work: positive,
  review: positive,
  plan: positive,
  story: positive,
  check: positive,
});
export const settings = z.strictObject({
  roster: z.record(z.string(), playing),
  checks: z.array(check).nullable(),
  gates: z.array(z.enum(["brief", "blueprint", "story"])),
  concurrency: positive,
  strikes: positive,
  issues_per_subject: positive,
  audit: z.enum(["on-trouble", "never", "always"]),
  ux: z.boolean(),
  reviewer: z.enum(["other-session", "other-agent", "person"]),
  minutes,
  attempts: positive,
});
/** As configuration and people give them: any part; the rules say which value doesn't fit. */
export const settingsInput = z.strictObject({
  roster: z
    .record(z.string(), z.string())
    .optional()
    .describe("who plays a role: agent, hand or person")
    .meta({ examples: [{ sarah: "person" }] }),
  checks: z
    .array(checkInput)
    .nullable()
    .optional()
    .describe("commands that prove the work; null: those that the QA protocol names"),
  gates: texts
    .optional()
    .describe("where a person is asked when supervised: brief, blueprint, story"),
  concurrency: z
    .number()
    .optional()
    .describe(
      "stories worked on at once, 1 to 8; without places they share one working tree, and a failed check counts for all of them",
    ),
  strikes: z.number().optional().describe("failed attempts before a responder is called"),
  issues_per_subject: z
    .number()
    .optional()
    .describe("issues about one subject before the project stops"),
  audit: text
    .optional()
    .describe("which epics are audited: on-trouble, never, always")
    .meta({ enum: ["on-trouble", "never", "always"] }),
  ux: z.boolean().optional().describe("whether a UX specification is written"),
  reviewer: text
    .optional()
    .describe("who may judge a story: other-session, other-agent, person")
    .meta({ enum: ["other-session", "other-agent", "person"] }),
  minutes: minutes.partial().optional(),
  attempts: z
    .number()
    .optional()
    .describe("attempts at a job without a result before it counts as failed"),
});

export const holder = z.strictObject({ name: text, agent: maybe, conversation: maybe });
export const author = z.strictObject({ role: text, holder });
export const verdict = z.strictObject({ n: positive, met: z.boolean(), how: text });
export const verdictInput = z.strictObject({ n: positive, met: z.boolean(), how: text.optional() });

export const storyInput = z.strictObject({
  story_id: text,
  title: text,
  status: storyStatus.optional(),
  agent: text.optional(),
});
export const epicInput = z.strictObject({
  epic_id: z.number(),
  title: text,
  stories: z.array(storyInput),
});
/** As an event keeps them: checked. */
export const freshStory = z.strictObject({ id: text, title: text, builder: maybe });
export const freshEpic = z.strictObject({
  id: z.number(),
  title: text,
  stories: z.array(freshStory),
});
/** Stories added to an epic that is there. */
export const added = z.strictObject({ epic: z.number(), stories: z.array(storyInput) });
export const freshAdded = z.strictObject({ epic: z.number(), stories: z.array(freshStory) });

/** A state file as it was found, once read (specification, section 9). */
export const foundRun = z.strictObject({
  name: text,
  autonomy,
  status,
  /** `subject`: what an issue that nobody could solve is about; null, as in older ledgers: none is behind it. */
  halted: z.strictObject({ from: status, reason: text, subject: maybe.optional() }).nullable(),
  paused: z.boolean(),
  signal: text,
  epics: z.array(
    z.strictObject({
      id: z.number(),
      title: text,
      stories: z.array(
        z.strictObject({
          id: text,
          title: text,
          status: storyStatus,
          approved: z.boolean(),
          builder: maybe,
          criteria: texts,
        }),
      ),
    }),
  ),
  /** Word for word, each as the JSON text of one entry. */
  history: texts,
  last_at: text.describe("the latest readable time of the history"),
  issues: z.array(
    z.strictObject({
      id: text,
      at: text,
      status: issueStatus,
      summary: text,
      refs: texts,
      subject: text,
      solution: maybe,
    }),
  ),
  questions: z.array(z.strictObject({ subject: text, text })),
  extras: z.array(z.strictObject({ file: text, pointer: text, entries })),
});
