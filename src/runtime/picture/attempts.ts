// Attempts at a run's jobs, as every surface shows them: each lease that events tell of, its output and its agent's actions.
import * as t from "../../kit/schema.ts";
import { attemptStateNames } from "../../core/words/attempt-states.ts";
import type { TranscriptEvent } from "../../core/agents/transcript.ts";
import { amount, time } from "./shape.ts";

const name = t.maybe(t.text);
const count = t.maybe(t.integer);

export const attempt = t.open({
  job: t.text,
  fence: t.means("of its lease; increases with each grant in a run", t.integer),
  role: t.means("null: its rules didn't know the job when it began", name),
  kind: t.maybe(t.oneOf(["agent", "check", "decision"])),
  subject: name,
  by: t.means("who did it, as claimed: `worker/codex`; null: unknown", name),
  from: t.means("of its first event", time),
  to: t.means("of its last event so far", time),
  versions: t.means("of its first and last event", t.pair(t.integer, t.integer)),
  over: t.means("its end was recorded, or its lease is gone", t.flag),
  ends: t.means(
    "its ends and the further history of its work: reported, then proved, then landed",
    t.list(t.open({ is: t.oneOf(attemptStateNames), why: name, version: t.integer })),
  ),
  work: t.means("it left work, whatever became of that", t.flag),
});
export type Attempt = t.Of<typeof attempt>;

const part = {
  next: t.means("the byte to ask for next", t.integer),
  over: t.flag,
  kept: t.means(
    "the stored final version, which differs from the live one: read it from 0",
    t.flag,
  ),
};
export const output = t.open({
  text: t.text,
  ...part,
});

const id = t.text;
const words = { text: t.text, piece: t.exactOptional(t.text) };
const event = t.variant("is", [
  t.open({ is: t.exactly("said"), ...words }),
  t.open({ is: t.exactly("thought"), ...words }),
  t.open({ is: t.exactly("ran"), id, command: t.text }),
  t.open({ is: t.exactly("read"), id, path: t.text }),
  t.open({ is: t.exactly("edited"), id, path: t.text, added: count, removed: count }),
  t.open({ is: t.exactly("asked"), id, tool: t.text, about: t.text }),
  t.open({
    is: t.exactly("ended"),
    id,
    good: t.flag,
    exit: count,
    bytes: count,
    added: t.exactOptional(t.integer),
    removed: t.exactOptional(t.integer),
  }),
  t.open({
    is: t.exactly("used"),
    usage: t.open({
      input: amount,
      output: amount,
      cost: amount,
      cached: t.exactOptional(t.number),
      whole: t.exactOptional(t.exactly(true)),
    }),
  }),
  t.open({ is: t.exactly("error"), text: t.text }),
  t.open({ is: t.exactly("cut"), bytes: t.integer }),
]) satisfies t.Schema<TranscriptEvent>;

export const transcript = t.open({
  brief: t.means("in the first part only; null: unknown here", t.maybe(t.text)),
  events: t.list(event),
  ...part,
  resume: t.means(
    "how a person can continue its conversation; null: impossible",
    t.maybe(t.open({ argv: t.list(t.text), root: t.text })),
  ),
});

export type Output = t.Of<typeof output>;
export type Transcript = t.Of<typeof transcript>;
