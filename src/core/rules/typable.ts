// Keys that people type: made only of what no shell reads as something else.
import { digest } from "../hash.ts";

const plain = /^[\w.:/@%+,=-]+$/u;

/** The key itself, or a plain, unique one if a shell would split or expand it (a path with spaces, for example). */
export const typable = (key: string): string =>
  plain.test(key) ? key : `${key.replaceAll(/[^\w./-]+/gu, "-")}-${digest(key).slice(0, 6)}`;
