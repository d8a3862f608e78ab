// Reader of JSON in the spool: a value of any form, or none.
import { parsed } from "../../core/json/parsed.ts";
import { readPlain } from "../disk/plain-file.ts";

export const jsonOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const valueAt = (path: string): { readonly there: boolean; readonly value: unknown } => {
  const bytes = readPlain(path);
  return bytes === null
    ? { there: false, value: null }
    : { there: true, value: parsed(bytes.toString("utf8")) };
};
