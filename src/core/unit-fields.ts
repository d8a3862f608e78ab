// Fields of a command that name a unit or hold free text, for callers that offer commands on a unit.

/** Fields that name a unit, in order of precedence. */
const units: readonly string[] = ["unit", "task", "story", "node", "subject"];
/** Free-text fields, in order of precedence. */
const words: readonly string[] = ["note", "reason"];

/**
 * @param fields the names of the command's fields
 * @returns the field for the unit, and the one for free text; undefined if there is none
 */
export const unitFields = (
  fields: readonly string[],
): { readonly unit: string | undefined; readonly words: string | undefined } => {
  const first = (all: readonly string[]): string | undefined =>
    all.find((name) => fields.includes(name));
  return { unit: first(units), words: first(words) };
};
