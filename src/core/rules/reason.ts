// Refusals of texts that are too long and of missing reasons.
import { type Refusal, refuse } from "../refusal.ts";

/** `size` and `most`: in characters. */
export const oversized = (
  what: string,
  size: number,
  most: number,
  pointer: string,
): Refusal | null =>
  size <= most
    ? null
    : refuse("FIELD_OVERSIZED", `${what} has ${size} characters, more than ${most}`, {
        pointer,
        fits: "a shorter text that names a file with the rest",
      });

/** Placeholders that messages print for a reason; pasted unchanged, they are no reason. */
const placeholder = /^(?:\u2026|\.{3}|why|text)$/iu;

/** @param must whether a reason is required; `flag`: the flag that gives it */
export const reasonMissing = (
  reason: string | undefined,
  must = true,
  flag = "reason",
): Refusal | null => {
  const given = (reason ?? "").trim();
  const fits = `--${flag} WHY, in words of your own`;
  if (placeholder.test(given))
    return refuse("REASON_MISSING", `${given} only stands for a reason, which is kept for ever`, {
      fits,
    });
  return must && given === ""
    ? refuse("REASON_MISSING", "a reason is missing: it is kept for ever", { fits })
    : null;
};

/** For protocols with one limit for all texts. `reasonOf`: trims the reason; `must`: a reason is required. */
export const textsWithin = (limit: number) => ({
  oversized: (what: string, size: number, pointer: string, most = limit): Refusal | null =>
    oversized(what, size, most, pointer),
  reasonOf: (reason: string | undefined, must: boolean): { readonly reason: string } | Refusal => {
    const given = (reason ?? "").trim();
    return (
      reasonMissing(given, must) ??
      oversized("the reason", given.length, limit, "/reason") ?? { reason: given }
    );
  },
});
