// Why: what a program of a gate came to is told by the engine and kept by events in one shape.
import { z } from "zod";

const text = z.string();
const maybe = text.nullable();
const count = z.number().int().nonnegative();

export const checkRun = z.strictObject({
  name: text,
  argv: z.array(text),
  exit: z.number().int().nullable(),
  why: maybe,
  ms: count,
  digest: maybe,
  bytes: count,
  excerpt: text,
  passed: z.boolean(),
  hollow: z
    .boolean()
    .optional()
    .describe("it passes on an empty tree as well, so it shows nothing"),
  flipped: z.boolean().optional().describe("it failed before on this same tree"),
});
