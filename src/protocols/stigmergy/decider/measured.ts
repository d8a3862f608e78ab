// Why: what was changed before a story began is known only from a tree that was measured then, and kept with what happened.

export const measuredAs = (tree: string | null | undefined): { readonly whole?: string } =>
  tree === null || tree === undefined ? {} : { whole: tree };
