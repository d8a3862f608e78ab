// Lookup of own properties only: names like `constructor` and `toString` are legal.

/** A record's own property with this name. */
export const ownOf = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
