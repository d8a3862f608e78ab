// Argument schemas common to several MCP tools: short, as every agent pays for each word.
import { z } from "zod";

/** Of names, in characters: a longer one is none, and would be told back. */
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
/** As characters, or as a version where events are read. */
export const from = z.int().min(0).optional().describe("where to read on");
