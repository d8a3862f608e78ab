// Redaction of credentials by their form, before outputs and reports are hashed or stored.
import { blockBegin, blockEnd, carriers, longCarriers, urlSign } from "./redact/carriers.ts";
import { withoutIssued } from "./redact/issued.ts";
import { assignments, flags } from "./redact/named.ts";
import { between, mask, type Shape, placeholder } from "./redact/shape.ts";
import { tokens } from "./redact/tokens.ts";

/** Also inside a JSON text, where a line break is `\n` and a quote `\"`. */
const blank = String.raw`(?:\s|\\[nrt]){1,8}`;
const name = String.raw`[^\s"'\\]{1,200}`;
const password = String.raw`${placeholder}(?:[^\s"'\\]|\\(?![nrtu"'\\])){1,200}`;
const column = "[A-Za-z_*][A-Za-z0-9_.-]{0,62}";

const userOption = String.raw`(?<head>\s(?:-[A-Za-z]{0,8}[uU]|--user|--proxy-user)[ =]{0,3}`;
const user = String.raw`[^\s:"'/\\]{1,100}:`;
const quotedLogin = new RegExp(
  String.raw`${userOption}(?<quote>\\{0,3}["'])${user})${placeholder}(?:(?!\k<quote>)[^\r\n]){1,200}(?=\k<quote>)`,
  "gu",
);
const bareLogin = new RegExp(`${userOption}${user})${password}`, "gu");

const lines: readonly Shape[] = [
  {
    // Includes lines continued with a backslash.
    sign: "curl ",
    find: /\bcurl (?:\\\r?\n|[^\r\n]){1,4000}/gu,
    put: (command) =>
      command.replace(quotedLogin, `$<head>${mask}`).replace(bareLogin, `$<head>${mask}`),
  },
  {
    // .netrc
    sign: "password(?:\\s|\\\\[nrt])",
    find: new RegExp(
      String.raw`(?<head>\b(?:machine${blank}${name}|default)${blank}(?:(?:login|account)${blank}${name}${blank}){1,2}password${blank})${password}`,
      "gu",
    ),
    put: `$<head>${mask}`,
  },
  {
    // .pgpass: host, port, database, user, password.
    sign: ":(?:[1-9][0-9]{3,4}|\\*):",
    find: new RegExp(
      String.raw`(?<head>(?:^|\n|\\n)[A-Za-z0-9_.*/-]{1,200}:(?:[1-9][0-9]{3,4}|\*):${column}:${column}:)${password}(?=[\s"'\\]|$)`,
      "gu",
    ),
    put: `$<head>${mask}`,
  },
];

type Known = Shape & { readonly seen: RegExp };

const known = (shapes: readonly Shape[]): readonly Known[] =>
  shapes.map((shape) => ({ ...shape, seen: new RegExp(shape.sign, "u") }));

const all = known([...longCarriers, ...tokens, ...carriers, ...assignments, ...flags, ...lines]);

/** One search for all credentials known by a name before a `:` or `=`, and for logins in URLs; details are checked only after a match. */
const names = [...new Set([...carriers, ...assignments].flatMap(({ after }) => after ?? []))];
const settings = new RegExp(
  String.raw`[:=](?:(?<=(?:${names.join("|")})${between}[:=])|(?<=:)${urlSign})`,
  "u",
);

const lineSigns = new RegExp(lines.map(({ sign }) => sign).join("|"), "u");

const flagSigns = new RegExp(flags.map(({ sign }) => sign).join("|"), "u");

/** One search for all credentials with a word of at least `longWord` characters. */
const longSigns = new RegExp([...longCarriers, ...tokens].map(({ sign }) => sign).join("|"), "u");
const longWord = 16;

/** Prose has no such word, so most texts are done after this search and the one for names; it jumps from space to space. */
const hasLongWord = (text: string): boolean => {
  for (let end = longWord - 1; end < text.length;) {
    let at = end;
    while (at > end - longWord && text.charCodeAt(at) > 32) at -= 1;
    if (at === end - longWord) return true;
    end = at + longWord;
  }
  return false;
};

/** V8 compiles an expression on first use, which takes longer than redacting the texts of a short command. */
const isSetting = (text: string): boolean =>
  (text.includes(":") || text.includes("=")) && settings.test(text);

const isSuspect = (text: string): boolean =>
  isSetting(text) ||
  lineSigns.test(text) ||
  (text.includes("--") && flagSigns.test(text)) ||
  (hasLongWord(text) && longSigns.test(text));

const without = (text: string, { seen, find, put }: Known): string => {
  if (!seen.test(text)) return text;
  return typeof put === "string"
    ? text.replace(find, put)
    : text.replace(find, (found) => put(found));
};

/** The text with likely credentials replaced. Idempotent. */
export const redact = (text: string): string => {
  const safe = hasLongWord(text) ? withoutIssued(text) : text;
  return isSuspect(safe) ? all.reduce(without, safe) : safe;
};

/** The same for a text that was cut: also redacts a private key that starts before the cut, or ends after it. */
export const redactBefore = (text: string): string => redact(text).replace(blockBegin, mask);
export const redactAfter = (text: string): string => redact(text).replace(blockEnd, mask);

/** A named value is judged as it would appear in a JSON text. */
const redactUnder = (name: string, text: string): string => {
  const safe = redact(text);
  return safe === text && redact(`"${name}":"${text}"`).endsWith(`${mask}"`) && !text.endsWith(mask)
    ? mask
    : safe;
};

/** Unknown keys are stored as [name, JSON text] and judged in their original form. */
const redactPair = (name: string, text: string): string => {
  const before = `"${name}":`;
  const safe = redact(before + text);
  return safe.startsWith(before) ? safe.slice(before.length) : redact(text);
};

const secretName = /pass|pwd|secret|token|key|credential|auth/iu;

/** Redacts every text in a JSON value, but no keys; returns the same value if nothing is redacted. */
export const redactValue = (value: unknown): unknown => {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  const pair: readonly unknown[] = Array.isArray(value) ? value : [];
  const [name, text, ...more] = pair;
  if (
    more.length === 0 &&
    typeof name === "string" &&
    typeof text === "string" &&
    secretName.test(name)
  ) {
    const safe = redactPair(name, text);
    if (safe !== text) return [redact(name), safe];
  }
  const named = !Array.isArray(value);
  const parts = Object.entries(value).map(([key, part]): readonly [string, unknown, boolean] => {
    const safe =
      named && typeof part === "string" && secretName.test(key)
        ? redactUnder(key, part)
        : redactValue(part);
    return [key, safe, safe === part];
  });
  if (parts.every(([, , same]) => same)) return value;
  return Array.isArray(value)
    ? parts.map(([, safe]) => safe)
    : Object.fromEntries(parts.map(([key, safe]) => [key, safe]));
};
