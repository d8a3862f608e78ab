// The groups of verbs, in the order in which help, the reference page and completion show them.

export type Group = { readonly title: string; readonly verbs: readonly string[] };

const group = (title: string, verbs: string): Group => ({ title, verbs: verbs.split(" ") });

/** Verbs of daily use come first, and are the only ones in the short help. Every verb for people is in exactly one group. */
export const groups: readonly Group[] = [
  group("Every day", "init run status watch decide evidence diff merge pr undo log serve"),
  group("Begin", "demo adopt template setup"),
  group("Steer a run", "note stop resume drop archive send"),
  group("Look closer", "open check schema"),
  group("Work by hand, or as an agent", "job mcp"),
  group("Keep the record", "verify doctor export restore"),
];

/** All verbs that people type, in the order of help. */
export const peopleVerbs: readonly string[] = groups.flatMap(({ verbs }) => verbs);
