// Why: outputs and reports are kept for ever, so credentials are taken out by their shape before anything is hashed or stored (invariant 11).

/** `sign`: what stands in every text in which `find` finds something. */
type Shape = { readonly sign: string; readonly find: RegExp; readonly put: string };

/** What is put instead; it has no quote or line break, so that JSON texts stay JSON. */
const gone = "[redacted]";

/** Only shapes that ordinary output doesn't have: a check's `match` must still find its words. Each is linear in the text. */
const shapes: readonly Shape[] = [
  {
    sign: "PRIVATE KEY",
    find: /-----BEGIN (?<kind>[A-Z ]{0,20}PRIVATE KEY)-----(?:[^-]|-(?!----)){0,20000}-----END \k<kind>-----/gu,
    put: gone,
  },
  { sign: "sk-", find: /\bsk-[A-Za-z0-9_-]{20,}/gu, put: gone },
  {
    sign: "gh[pousr]_|github_pat_|glpat-|npm_",
    find: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36})/gu,
    put: gone,
  },
  { sign: "AKIA|ASIA", find: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu, put: gone },
  { sign: "AIza", find: /\bAIza[0-9A-Za-z_-]{35}/gu, put: gone },
  { sign: "xox", find: /\bxox[abeprs]-[A-Za-z0-9-]{10,}/gu, put: gone },
  { sign: "eyJ", find: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/gu, put: gone },
  { sign: "earer |asic ", find: /\b(?<word>[Bb]earer|[Bb]asic) [A-Za-z0-9._~+/=-]{20,}/gu, put: `$<word> ${gone}` },
  { sign: "://", find: /(?<scheme>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{1,100}):[^\s:/@"']{1,200}@/gu, put: `$<scheme>:${gone}@` },
  {
    sign: "SECRET|TOKEN|PASSW|KEY",
    find: /\b(?<name>[A-Z0-9_]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY)[A-Z0-9_]{0,60})=(?!\[redacted\])[^\s"'\\]{8,}/gu,
    put: `$<name>=${gone}`,
  },
];

/** One look instead of ten for nearly all texts, which have no sign of any. */
const signs = new RegExp(shapes.map(({ sign }) => sign).join("|"), "u");

/** The text without what looks like a credential. Doing it twice changes nothing. */
export const redact = (text: string): string =>
  signs.test(text) ? shapes.reduce((left, { find, put }) => left.replace(find, put), text) : text;

/** The same for a text that goes on beyond a cut: a private key that begins before it and one that ends after it are taken out, too. */
export const redactBefore = (text: string): string =>
  redact(text).replace(/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:[^-]|-(?!----)){0,20000}$/u, gone);
export const redactAfter = (text: string): string =>
  redact(text).replace(/^(?:[^-]|-(?!----)){0,20000}-----END [A-Z ]{0,20}PRIVATE KEY-----/u, gone);

/** The same for every text in a JSON value; keys stay as they are. The value itself where nothing is to be taken out. */
export const redactValue = (value: unknown): unknown => {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([key, part]): readonly [string, unknown, boolean] => {
    const safe = redactValue(part);
    return [key, safe, safe === part];
  });
  if (parts.every(([, , same]) => same)) return value;
  return Array.isArray(value) ? parts.map(([, safe]) => safe) : Object.fromEntries(parts.map(([key, safe]) => [key, safe]));
};
