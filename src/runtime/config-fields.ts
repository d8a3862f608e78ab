// Readers of the configuration's fields: each adds what is wrong to the findings, by its pointer, and gives something to go on with.
import { isProgram, isWord } from "../core/launch-words.ts";
import { isRecord } from "../core/record.ts";
import type { Finding } from "../core/message.ts";

export type Fields = Readonly<Record<string, unknown>>;
export const isText = (value: unknown): value is string => typeof value === "string";
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

/** `like`: an example of it. */
export const section = (value: unknown, at: string, findings: Finding[], like?: string): Fields => {
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  findings.push({ pointer: at, text: `must be an object${like === undefined ? "" : `: ${like}`}` });
  return {};
};

export const onlyKeys = (
  value: Fields,
  keys: readonly string[],
  at: string,
  of: string,
  findings: Finding[],
): void => {
  for (const key of Object.keys(value))
    if (!keys.includes(key))
      findings.push({ pointer: `${at}/${key}`, text: `is no key of ${of}: ${keys.join(", ")}` });
};

/** A program and its arguments, never through a shell; null: it isn't one. */
export const argvIn = (
  value: unknown,
  at: string,
  findings: Finding[],
): readonly string[] | null => {
  if (isTexts(value) && value.every(isWord) && value[0] !== undefined && isProgram(value[0]))
    return value;
  findings.push({
    pointer: at,
    text: 'must be a list of texts without zero bytes that begins with the program: ["npm", "test"]',
  });
  return null;
};
