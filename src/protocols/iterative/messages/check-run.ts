// Why: what a program of a gate came to is told by the engine and kept by events in one shape.
import * as t from "../../../kit/schema.ts";

const maybe = t.maybe(t.text);
const count = t.count;

export const checkRun = t.record({
  name: t.text,
  argv: t.list(t.text),
  exit: t.maybe(t.integer),
  why: maybe,
  ms: count,
  digest: maybe,
  bytes: count,
  excerpt: t.text,
  passed: t.flag,
  hollow: t.optional(t.means("it passes on an empty tree as well, so it shows nothing", t.flag)),
  flipped: t.optional(t.means("it failed before on this same tree", t.flag)),
});
