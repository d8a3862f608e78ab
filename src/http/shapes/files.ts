// HTTP schemas of file lists, agents' output and work changes.
import * as t from "../../kit/schema.ts";
import type { TranscriptEvent } from "../../core/transcript.ts";

export const fileList = t.open({
  run: t.text,
  version: t.integer,
  files: t.list(t.open({ path: t.text, bytes: t.integer, digest: t.text })),
  artifacts: t.means(
    "`path` is the displayed form, which may be sanitized; `address` is the plain ASCII URL",
    t.list(t.open({ path: t.text, address: t.text })),
  ),
});

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

const count = t.maybe(t.integer);

export const workChanges = t.open({
  run: t.text,
  branch: t.text,
  unit: t.maybe(t.text),
  job: t.maybe(t.text),
  is: t.oneOf(["landed", "working", "waiting", "tried"]),
  from: t.text,
  to: t.text,
  files: t.means(
    "added, removed: in lines; null: binary",
    t.list(t.open({ path: t.text, how: t.text, added: count, removed: count })),
  ),
  checkFiles: t.means("files that affect checks", t.list(t.text)),
  patch: t.means("as in `git diff`; `cut`: truncated", t.text),
  cut: t.flag,
});

const lines = { files: t.integer, added: t.integer, removed: t.integer };

export const workCounts = t.open({
  run: t.text,
  units: t.byName(t.open({ ...lines, is: t.oneOf(["landed", "waiting"]) })),
  all: t.means("of landed work; null: none", t.maybe(t.open(lines))),
});

const id = t.text;
const amount = t.maybe(t.number);
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
