// The shapes of what can be begun, of what begins a run and of what ends one of its attempts.
import { z } from "zod";
import type { Startable, Stopped } from "../answers.ts";
import { id } from "./acts.ts";

const text = z.string();
const texts = z.array(text);
const data = z.record(text, z.unknown());

export const startable = z.object({
  usual: text,
  protocols: z.array(
    z.object({
      name: text,
      purpose: text,
      goal: texts,
      fields: data,
      switches: z.array(z.object({ name: text, means: text })),
      roles: z.array(z.object({ role: text, agent: text.nullable() })),
    }),
  ),
  agents: z.array(z.object({ name: text, driver: text, wrong: text.nullable() })),
  lacks: text.nullable(),
  checks: z.array(z.object({ name: text, argv: texts })),
  budget: text.nullable(),
  templates: z.array(
    z.object({
      slug: text,
      name: text,
      means: text,
      path: text,
      errors: z.int(),
      needs: z.array(
        z.object({
          name: text,
          required: z.boolean(),
          means: text,
          otherwise: z.union([text, z.boolean()]).nullable(),
        }),
      ),
    }),
  ),
  again: z
    .object({
      protocol: text,
      data,
      switches: texts,
      agents: z.record(text, text),
      budget: text.nullable(),
    })
    .nullable()
    .describe("what the run named by `again` was begun with"),
}) satisfies z.ZodType<Startable>;

export const stopped = z.object({
  run: text,
  job: text,
  stopped: z.boolean().describe("false: that attempt had ended already"),
}) satisfies z.ZodType<Stopped>;

export const startBody = z.object({
  protocol: z.string().min(1).max(100),
  data: data.default({}).describe("of the command that starts a run of it"),
  switches: z
    .array(z.string().max(100))
    .max(20)
    .default([])
    .describe("names of its switches that are on"),
  agents: z
    .record(z.string().max(200), z.string().max(200))
    .default({})
    .describe("an agent for each role, `*` for all"),
  budget: z
    .string()
    .max(200)
    .default("")
    .describe("what it may use at most, such as 5usd 3h; empty: as the configuration says"),
  follows: z
    .string()
    .max(200)
    .optional()
    .describe("a run: it begins on what landed of that, as long as that isn't merged"),
  drive: z.boolean().default(true).describe("a runner of this server's begins its work at once"),
  id,
});
export const stopBody = z.object({
  job: z.string().min(1).max(500),
  fence: z.int().describe("of the attempt that is meant; a later one of the same job goes on"),
  note: z.string().max(100_000).default("").describe("what the next attempt is told"),
  id,
});
