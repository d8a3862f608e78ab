// HTTP schemas of log pages, events, search answers, timeline and evidence.
import * as t from "../../kit/schema.ts";
import { attemptStateNames } from "../../core/attempt-states.ts";
import { tellings } from "../../core/telling.ts";
import type {
  Course,
  Accepted,
  Evidence,
  LogEvent,
  LogLine,
  LogPage,
  Search,
  Timeline,
} from "../answers.ts";
import { time } from "./picture.ts";

const name = t.maybe(t.text);
const amount = t.maybe(t.number);

const logLine = t.open({
  seq: t.integer,
  run: t.text,
  version: t.integer,
  type: t.text,
  at: time,
  by: t.text,
  told: t.text,
  job: name,
  fence: t.maybe(t.integer),
}) satisfies t.Schema<LogLine>;

export const logPage = t.open({
  run: t.text,
  newest: t.integer,
  lines: t.list(logLine),
}) satisfies t.Schema<LogPage>;

const counts = t.list(t.open({ name: t.text, count: t.integer }));
export const searchAnswer = t.open({
  run: t.text,
  from: t.integer,
  to: t.integer,
  count: t.integer,
  versions: t.list(t.integer),
  lines: t.list(logLine),
  types: counts,
  senders: counts,
}) satisfies t.Schema<Search>;

export const logEvent = t.open({
  ...logLine.entries,
  data: t.anything,
  cause: t.text,
  hash: t.text,
}) satisfies t.Schema<LogEvent>;

export const accepted = t.open({
  run: t.text,
  version: t.integer,
  events: t.list(logLine),
}) satisfies t.Schema<Accepted>;

export const course = t.open({
  run: t.text,
  points: t.list(t.pair(t.integer, t.number)),
  quiet: t.list(t.integer),
  marks: t.list(t.open({ version: t.integer, is: t.oneOf(tellings), count: t.integer })),
}) satisfies t.Schema<Course>;

const attempt = t.open({
  job: t.text,
  fence: t.integer,
  role: name,
  kind: t.maybe(t.oneOf(["agent", "check", "decision"])),
  subject: name,
  by: name,
  from: time,
  to: time,
  versions: t.pair(t.integer, t.integer),
  over: t.flag,
  ends: t.list(t.open({ is: t.oneOf(attemptStateNames), why: name, version: t.integer })),
  work: t.flag,
  used: t.exactOptional(t.open({ input: amount, output: amount, cost: amount })),
}) satisfies t.Schema<Timeline["attempts"][number]>;

export const timeline = t.open({
  run: t.text,
  version: t.integer,
  attempts: t.list(attempt),
}) satisfies t.Schema<Timeline>;

const proof = t.open({
  exit: t.maybe(t.integer),
  tree: name,
  content: t.exactOptional(
    t.open({
      globs: t.maybe(t.list(t.text)),
      except: t.exactOptional(t.list(t.text)),
      tree: t.exactOptional(name),
    }),
  ),
  at: time,
  by: t.text,
  digest: name,
  excerpt: t.text,
});

const criterion = t.open({
  unit: t.text,
  number: t.integer,
  text: t.text,
  counts: t.flag,
  status: t.oneOf(["bare", "unproved", "captured", "proved", "failed", "stale", "waived"]),
  check: name,
  chosenBy: name,
  proof: t.maybe(proof),
  before: t.maybe(t.flag),
  claim: name,
  waived: name,
  fresh: t.maybe(t.flag),
}) satisfies t.Schema<Evidence["criteria"][number]>;

export const evidence = t.open({
  run: t.text,
  version: t.integer,
  criteria: t.list(criterion),
}) satisfies t.Schema<Evidence>;
