// HTTP schemas of file lists, file changes, agents' output and work changes.
import * as t from "../../kit/schema.ts";
import type { TranscriptEvent } from "../../core/transcript.ts";
import type {
  FileChanges,
  FileList,
  Output,
  Transcript,
  WorkChanges,
  WorkCountsAnswer,
} from "../answers.ts";

export const fileList = t.open({
  run: t.text,
  version: t.integer,
  files: t.list(t.open({ path: t.text, bytes: t.integer, digest: t.text })),
  artifacts: t.list(t.open({ path: t.text, address: t.text })),
}) satisfies t.Schema<FileList>;

export const fileChanges = t.open({
  run: t.text,
  changes: t.list(
    t.open({ path: t.text, before: t.maybe(t.text), after: t.maybe(t.text), cut: t.flag }),
  ),
  left: t.exactOptional(t.integer),
}) satisfies t.Schema<FileChanges>;

export const output = t.open({
  text: t.text,
  next: t.integer,
  over: t.flag,
  kept: t.flag,
}) satisfies t.Schema<Output>;

const count = t.maybe(t.integer);

export const workChanges = t.open({
  run: t.text,
  branch: t.text,
  unit: t.maybe(t.text),
  job: t.maybe(t.text),
  is: t.oneOf(["landed", "working", "waiting", "tried"]),
  from: t.text,
  to: t.text,
  files: t.list(t.open({ path: t.text, how: t.text, added: count, removed: count })),
  checkFiles: t.list(t.text),
  patch: t.text,
  cut: t.flag,
}) satisfies t.Schema<WorkChanges>;

const lines = { files: t.integer, added: t.integer, removed: t.integer };

export const workCounts = t.open({
  run: t.text,
  units: t.byName(t.open({ ...lines, is: t.oneOf(["landed", "waiting"]) })),
  all: t.maybe(t.open(lines)),
}) satisfies t.Schema<WorkCountsAnswer>;

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
  brief: t.maybe(t.text),
  events: t.list(event),
  next: t.integer,
  over: t.flag,
  kept: t.flag,
  resume: t.maybe(t.open({ argv: t.list(t.text), root: t.text })),
}) satisfies t.Schema<Transcript>;
