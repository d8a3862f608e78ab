// Why: lists of files, what changed among them and what agents write are checked against the types that both sides are built from.
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

const text = t.text;

export const fileList = t.open({
  run: text,
  version: t.integer,
  files: t.list(t.open({ path: text, bytes: t.integer, digest: text })),
  artifacts: t.list(t.open({ path: text, address: text })),
}) satisfies t.Schema<FileList>;

export const fileChanges = t.open({
  run: text,
  changes: t.list(t.open({ path: text, before: t.maybe(text), after: t.maybe(text), cut: t.flag })),
  left: t.exactOptional(t.integer),
}) satisfies t.Schema<FileChanges>;

export const output = t.open({
  text,
  next: t.integer,
  over: t.flag,
  kept: t.flag,
}) satisfies t.Schema<Output>;

const count = t.maybe(t.integer);

export const workChanges = t.open({
  run: text,
  branch: text,
  unit: t.maybe(text),
  job: t.maybe(text),
  is: t.oneOf(["landed", "working", "waiting", "tried"]),
  from: text,
  to: text,
  files: t.list(t.open({ path: text, how: text, added: count, removed: count })),
  checkFiles: t.list(text),
  patch: text,
  cut: t.flag,
}) satisfies t.Schema<WorkChanges>;

const lines = { files: t.integer, added: t.integer, removed: t.integer };

export const workCounts = t.open({
  run: text,
  units: t.byName(t.open({ ...lines, is: t.oneOf(["landed", "waiting"]) })),
  all: t.maybe(t.open(lines)),
}) satisfies t.Schema<WorkCountsAnswer>;

const id = text;
const amount = t.maybe(t.number);
const words = { text, piece: t.exactOptional(text) };
const event = t.variant("is", [
  t.open({ is: t.exactly("said"), ...words }),
  t.open({ is: t.exactly("thought"), ...words }),
  t.open({ is: t.exactly("ran"), id, command: text }),
  t.open({ is: t.exactly("read"), id, path: text }),
  t.open({ is: t.exactly("edited"), id, path: text, added: count, removed: count }),
  t.open({ is: t.exactly("asked"), id, tool: text, about: text }),
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
  t.open({ is: t.exactly("error"), text }),
  t.open({ is: t.exactly("cut"), bytes: t.integer }),
]) satisfies t.Schema<TranscriptEvent>;

export const transcript = t.open({
  brief: t.maybe(text),
  events: t.list(event),
  next: t.integer,
  over: t.flag,
  kept: t.flag,
  resume: t.maybe(t.open({ argv: t.list(text), root: text })),
}) satisfies t.Schema<Transcript>;
