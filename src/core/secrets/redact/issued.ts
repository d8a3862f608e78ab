// Redaction of issuers' tokens by prefix, in one walk over the text's words.
import { mask } from "./shape.ts";
import { tokenTable } from "./token-table.ts";
import { issuedTokens } from "./tokens.ts";

/** A pattern to try at a word that starts with `prefix`; `find` is compiled on first use. */
type Tried = { readonly prefix: string; readonly rest: string; find: RegExp | null };

const isAlnum = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  isAlnum[char.charCodeAt(0)] = 1;

/** By the first two characters. */
const table = new Map<number, Tried[]>();
const known = new Uint8Array(128 * 128);
for (const [prefixes, rest] of [...tokenTable, ...issuedTokens])
  for (const prefix of prefixes.split(" ")) {
    const key = prefix.charCodeAt(0) * 128 + prefix.charCodeAt(1);
    known[key] = 1;
    const tried = table.get(key) ?? [];
    tried.push({ prefix, rest, find: null });
    table.set(key, tried);
  }

const isSigned = (prefix: string): boolean => /[_.~-]/u.test(prefix);

/** A token of only letters and digits resembles base64, so no base64 characters may surround it. */
const compiled = (tried: Tried): RegExp => {
  const found = `${tried.prefix.replaceAll(".", "\\.")}(?:${tried.rest})`;
  tried.find ??= new RegExp(
    isSigned(tried.prefix) ? found : `(?<![+/])${found}(?![A-Za-z0-9+/=])`,
    "uy",
  );
  return tried.find;
};

/** Extends a match to the end of the word. */
const endOfWord = (text: string, from: number): number => {
  const more = /[A-Za-z0-9_-]*/uy;
  more.lastIndex = from;
  more.test(text);
  return more.lastIndex;
};

/** Minimum number of different characters in a token; `ghp_xxxx…` is a placeholder. */
const leastDistinct = 8;
/** For example npm_package_devDependencies_eslint. */
const nameOfWords = /^[A-Za-z]+(?:_[A-Za-z]+[0-9]{0,4}){3,}$/u;

const isRandom = (found: string): boolean =>
  new Set(found).size >= leastDistinct && !nameOfWords.test(found);

/** End of a token that starts at `at`; `at` itself if there is none. */
const endAt = (text: string, at: number, key: number): number => {
  for (const tried of table.get(key) ?? []) {
    if (!text.startsWith(tried.prefix, at)) continue;
    const find = compiled(tried);
    find.lastIndex = at;
    if (!find.test(text) || !isRandom(text.slice(at, find.lastIndex))) continue;
    return isSigned(tried.prefix) ? endOfWord(text, find.lastIndex) : find.lastIndex;
  }
  return at;
};

const [backslash, n, r, t] = [92, 110, 114, 116];

/** For JSON texts: the letter of `\n` before a word isn't part of it. */
const isEscaped = (text: string, at: number, code: number): boolean =>
  (code === n || code === r || code === t) && text.charCodeAt(at - 1) === backslash;

/** The text without such tokens; the same string if it contains none. */
export const withoutIssued = (text: string): string => {
  const { length } = text;
  let out = "";
  let from = 0;
  let inside = false;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127 || isAlnum[code] === 0) {
      inside = false;
      continue;
    }
    const begins = !inside;
    inside = !isEscaped(text, at, code);
    if (!begins) continue;
    const next = text.charCodeAt(at + 1);
    const key = code * 128 + next;
    if (!(next < 128) || known[key] === 0) continue;
    const end = endAt(text, at, key);
    if (end === at) continue;
    out += text.slice(from, at) + mask;
    from = end;
    at = end - 1;
    inside = true;
  }
  return from === 0 ? text : out + text.slice(from);
};
