// Lookup of own properties only: names like `constructor` and `toString` are legal.

/** What a record itself holds under a name. */
export const ownOf = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
