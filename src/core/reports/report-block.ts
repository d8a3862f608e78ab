// Parser of report blocks in an agent's message: only a fenced block of this job counts.
import { isTooDeep } from "../json/depth.ts";
import { fenced } from "../documents/fences.ts";
import { parsed } from "../json/parsed.ts";
import { isRecord } from "../json/record.ts";
import { reportFence } from "./report-ending.ts";

export type FoundReport =
  | { readonly found: "one"; readonly report: unknown }
  /** `broken`: a block with invalid JSON, nested too deep, or with a key twice in one object; `several`: two different ones; `foreign`: it names another job. */
  | { readonly found: "none" | "broken" | "several" | "foreign"; readonly report: null };

/** The contents of report blocks at the top level of a message. */
export const reportBlocks = (message: string): readonly string[] =>
  fenced(message).blocks.flatMap(({ info, text }) => (info === reportFence ? [text] : []));

/** Equal for equal values, whatever the order of their keys. */
const sameText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Number of keys in a JSON text. */
const keysIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gsu)].filter(([, colon]) => colon !== undefined)
    .length;

/** Undefined if it is invalid, nested too deep, or has two values for one key of an object. */
const sound = (text: string): unknown => {
  const value = parsed(text);
  const isBroken =
    value === undefined || isTooDeep(value) || keysIn(text) > keysIn(JSON.stringify(value));
  return isBroken ? undefined : value;
};

const isForeign = (value: unknown, job: string): boolean =>
  isRecord(value) && Object.hasOwn(value, "job") && value["job"] !== job;

/** Combines the blocks of a final message and reports submitted by `cairn job report`; equal ones count as one. */
export const readReport = (
  message: string,
  handed: readonly unknown[],
  job: string,
): FoundReport => {
  // Nobody can know which of two values of one key counts.
  const blocks = reportBlocks(message).map(sound);
  const values: unknown[] = [...handed];
  for (const block of blocks) {
    if (block === undefined) return { found: "broken", report: null };
    values.push(block);
  }
  if (values.some((value) => isTooDeep(value))) return { found: "broken", report: null };
  if (values.some((value) => isForeign(value, job))) return { found: "foreign", report: null };
  const different = new Map(values.map((value) => [sameText(value), value]));
  if (different.size > 1) return { found: "several", report: null };
  return different.size === 0
    ? { found: "none", report: null }
    : { found: "one", report: values[0] };
};
