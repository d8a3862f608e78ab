// Why: outputs and reports are kept for ever, so credentials are taken out by their shape before anything is hashed or stored (invariant 11).

type Shape = { readonly find: RegExp; readonly put: string };

/** What is put instead; it has no quote or line break, so that JSON texts stay JSON. */
const gone = "[redacted]";

/** Only shapes that ordinary output doesn't have: a check's `match` must still find its words. Each is linear in the text. */
const shapes: readonly Shape[] = [
  { find: /-----BEGIN (?<kind>[A-Z ]{0,20}PRIVATE KEY)-----(?:[^-]|-(?!----)){0,20000}-----END \k<kind>-----/gu, put: gone },
  { find: /\bsk-[A-Za-z0-9_-]{20,}/gu, put: gone },
  { find: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36})/gu, put: gone },
  { find: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu, put: gone },
  { find: /\bAIza[0-9A-Za-z_-]{35}/gu, put: gone },
  { find: /\bxox[abeprs]-[A-Za-z0-9-]{10,}/gu, put: gone },
  { find: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/gu, put: gone },
  { find: /\b(?<word>[Bb]earer|[Bb]asic) [A-Za-z0-9._~+/=-]{20,}/gu, put: `$<word> ${gone}` },
  { find: /(?<scheme>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{1,100}):[^\s:/@"']{1,200}@/gu, put: `$<scheme>:${gone}@` },
  {
    find: /\b(?<name>[A-Z0-9_]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY)[A-Z0-9_]{0,60})=(?!\[redacted\])[^\s"'\\]{8,}/gu,
    put: `$<name>=${gone}`,
  },
];

/** The text without what looks like a credential. Doing it twice changes nothing. */
export const redact = (text: string): string => shapes.reduce((left, { find, put }) => left.replace(find, put), text);

/** The same for a text that goes on beyond a cut: a private key that begins before it and one that ends after it are taken out, too. */
export const redactBefore = (text: string): string =>
  redact(text).replace(/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:[^-]|-(?!----)){0,20000}$/u, gone);
export const redactAfter = (text: string): string =>
  redact(text).replace(/^(?:[^-]|-(?!----)){0,20000}-----END [A-Z ]{0,20}PRIVATE KEY-----/u, gone);

/** The same for every text in a JSON value; keys stay as they are. */
export const redactValue = (value: unknown): unknown => {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redactValue(part)]));
};
