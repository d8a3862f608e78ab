// The groups of verbs, in the order in which help, the reference page and completion show them.

export type Group = { readonly title: string; readonly verbs: readonly string[] };

/** Verbs of daily use come first, and are the only ones in the short help. Every verb for people is in exactly one group. */
export const groups: readonly Group[] = [
  {
    title: "Every day",
    verbs: [
      "init",
      "run",
      "status",
      "decide",
      "evidence",
      "diff",
      "merge",
      "pr",
      "undo",
      "log",
      "serve",
    ],
  },
  {
    title: "Begin",
    verbs: ["demo", "start", "adopt", "template", "agents", "notify", "completion"],
  },
  {
    title: "Steer a run",
    verbs: [
      "note",
      "stop",
      "check-again",
      "pause",
      "resume",
      "cancel",
      "rollback",
      "drop",
      "archive",
      "unarchive",
      "send",
    ],
  },
  { title: "Look closer", verbs: ["output", "show", "open", "next", "check", "schema"] },
  {
    title: "Work by hand, or as an agent",
    verbs: ["claim", "renew", "release", "report", "hooks", "mcp"],
  },
  { title: "Keep the record", verbs: ["verify", "doctor", "export", "restore"] },
];

/** All verbs that people type, in the order of help. */
export const peopleVerbs: readonly string[] = groups.flatMap((group) => group.verbs);
