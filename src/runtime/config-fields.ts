// Readers of the configuration's fields: each adds findings by pointer, and returns a usable value.
import { isProgram, isWord } from "../core/launch-words.ts";
import { isRecord } from "../core/record.ts";
import { type Refusal, refuse, refuseAll } from "../core/refusal.ts";

/** Adds a finding. `pointer`: its location, "" for the whole. */
export type Wrong = (pointer: string, text: string) => void;
export type Fields = Readonly<Record<string, unknown>>;
export const isText = (value: unknown): value is string => typeof value === "string";
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

export const isTextMap = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every(isText);
/** An integer from 1. */
export const isWhole = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most;

/** Reads a file's values; refusal CONFIG_INVALID with every finding if anything is wrong. */
export const readFields = <T>(path: string, read: (wrong: Wrong) => T): T | Refusal => {
  const findings: Refusal[] = [];
  const value = read((pointer, text) => {
    const at = pointer === "" ? path : `${path} ${pointer}`;
    findings.push(refuse("CONFIG_INVALID", `${at} ${text}`, { path, pointer }));
  });
  return refuseAll(findings) ?? value;
};

/** `like`: an example of it. */
export const section = (value: unknown, at: string, wrong: Wrong, like?: string): Fields => {
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  wrong(at, `must be an object${like === undefined ? "" : `: ${like}`}`);
  return {};
};

export const onlyKeys = (
  value: Fields,
  keys: readonly string[],
  at: string,
  of: string,
  wrong: Wrong,
): void => {
  for (const key of Object.keys(value))
    if (!keys.includes(key)) wrong(`${at}/${key}`, `is no key of ${of}: ${keys.join(", ")}`);
};

/** A program and its arguments, never through a shell; null: invalid. */
export const argvIn = (value: unknown, at: string, wrong: Wrong): readonly string[] | null => {
  if (isTexts(value) && value.every(isWord) && value[0] !== undefined && isProgram(value[0]))
    return value;
  wrong(
    at,
    'must be a list of texts without zero bytes that begins with the program: ["npm", "test"]',
  );
  return null;
};
