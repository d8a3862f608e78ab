// Advice after a refusal, if the server's names a terminal flag and the form has a field for it.

const byCode: ReadonlyMap<string, string> = new Map([
  ["REASON_MISSING", "Say why, in your own words."],
]);

/** `fits`: the server's advice. */
export const pageAdvice = (code: string, fits: string | null | undefined): string | null =>
  byCode.get(code) ?? fits ?? null;
