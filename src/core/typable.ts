// Keys that people type: made only of what no shell reads as something else.
import { digest } from "./hash.ts";

const plain = /^[\w.:/@%+,=-]+$/u;

/** The key itself, or where a shell would read part of it (a path with blanks, say) a plain one that no other key gets. */
export const typable = (key: string): string =>
  plain.test(key) ? key : `${key.replaceAll(/[^\w./-]+/gu, "-")}-${digest(key).slice(0, 6)}`;

const written = (key: string): string => key.replaceAll(/[#:]/gu, "-");

/** Also as keys were written by releases before: `plan#1`, `ask:N-001:2`. */
export const isKey = (key: string, typed: string): boolean =>
  key === typed || written(key) === written(typed);
