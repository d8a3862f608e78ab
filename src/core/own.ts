// Why: people and agents may choose names that every object inherits (`constructor`, `toString`); those must be found only where somebody gave them.

/** What a record itself holds under a name. */
export const ownOf = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
