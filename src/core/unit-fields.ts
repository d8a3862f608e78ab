// How a command's data names a unit, and where its free words go: for whoever offers commands about a unit.

/** Fields that name a unit, in the order in which they are looked for. */
const units: readonly string[] = ["unit", "task", "story", "node", "subject"];
/** Fields of free words, likewise. */
const words: readonly string[] = ["note", "reason"];

/**
 * @param fields the names of the command's fields
 * @returns the field that names the unit, and the one for words; undefined: there is none
 */
export const unitFields = (
  fields: readonly string[],
): { readonly unit: string | undefined; readonly words: string | undefined } => {
  const first = (all: readonly string[]): string | undefined =>
    all.find((name) => fields.includes(name));
  return { unit: first(units), words: first(words) };
};
