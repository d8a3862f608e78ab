// Values in one line, as kept texts show them.

const isNothing = (part: unknown): boolean =>
  part === null ||
  part === false ||
  part === "" ||
  (typeof part === "object" && Object.keys(part).length === 0);
/** What isn't there is left out. */
export const told = (value: object): string =>
  JSON.stringify(value, (key, part: unknown) =>
    key !== "" && isNothing(part) ? undefined : part,
  ).replaceAll(/"(\w+)":/gu, "$1: ");
