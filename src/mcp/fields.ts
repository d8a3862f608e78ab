// Argument schemas common to several MCP tools: short, as every agent pays for each word.
import { z } from "zod";

/** Maximum of characters in a name; a longer one is invalid and would be echoed. */
export const nameLimit = 500;

export const run = z
  .string()
  .max(nameLimit)
  .optional()
  .describe("its id; default: this job's, or the only live one");
export const token = z
  .string()
  .max(nameLimit)
  .optional()
  .describe("the job's, from claim; default: CAIRN_TOKEN");
/** In characters, or a version for events. */
export const from = z.int().min(0).optional().describe("where to read on");
