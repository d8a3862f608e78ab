// Why: a text that is too long, and a reason that nobody gives, are refused in one way wherever somebody says something.
import { type Refusal, refuse } from "./refusal.ts";

/** `size` and `most`: in characters. */
export const oversized = (what: string, size: number, most: number, pointer: string): Refusal | null =>
  size <= most
    ? null
    : refuse("FIELD_OVERSIZED", `${what} has ${size} characters, more than ${most}`, {
        pointer,
        fits: "a shorter text that names a file with the rest",
      });

/** Without the blanks around it; `must`: there has to be one. */
export const reasonOf = (reason: string | undefined, most: number, must: boolean): { readonly reason: string } | Refusal => {
  const given = (reason ?? "").trim();
  if (must && given === "") return refuse("REASON_MISSING", "this wants a reason", { fits: '--reason "why"' });
  return oversized("the reason", given.length, most, "/reason") ?? { reason: given };
};
