// What to do after a refusal where the server's advice is a flag of the terminal, and the form beside it has a field.

const byCode: ReadonlyMap<string, string> = new Map([
  ["REASON_MISSING", "Say why, in your own words."],
]);

/** `fits`: the server's advice. */
export const pageAdvice = (code: string, fits: string | null | undefined): string | null =>
  byCode.get(code) ?? fits ?? null;
