// What is told over HTTP of a run's work on its way to its user.
import { z } from "zod";
import type { Delivered, DeliveryAhead, Dropped } from "../answers.ts";

const text = z.string();

export const deliveryAhead = z.object({
  run: text,
  into: text.nullable().describe("the branch that is checked out; null: none"),
  doubt: z
    .object({ live: z.boolean().describe("the run isn't over"), text })
    .nullable()
    .describe("what of it isn't done or proved; merging it wants `sure`"),
}) satisfies z.ZodType<DeliveryAhead>;

export const delivered = z.object({
  run: text,
  is: z
    .enum(["done", "recorded", "already"])
    .describe("recorded: git had done it before; already: nothing was left to do"),
  from: text,
  to: text,
  branch: text.nullable(),
  uncommitted: z.array(text).describe("uncommitted changes of the user's that were merged, too"),
}) satisfies z.ZodType<Delivered>;

export const dropped = z.object({
  run: text,
  version: z.int(),
  aside: z.array(text).describe("references that keep commits of others that were on the branch"),
}) satisfies z.ZodType<Dropped>;

export const sureBody = z.object({
  sure: z.boolean().default(false).describe("as `--yes` on the command line"),
});
export const mergeBody = sureBody.extend({
  into: text
    .nullable()
    .optional()
    .describe("the branch that it was shown; refused where another one is checked out by now"),
});
export const undoBody = z.object({
  merge: text
    .optional()
    .describe(
      "the commit of the merge that it was shown; refused where that isn't the run's last one any more",
    ),
});
