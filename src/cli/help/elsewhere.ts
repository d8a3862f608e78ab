// Words for cairn's verbs that people use elsewhere. Nothing is run in their stead: they are named in the refusal.
import { nearest } from "../../core/words/near.ts";

/** Commands of other programs by their equivalent here, without `cairn`. */
const commands: Readonly<Record<string, readonly string[]>> = {
  status: ["ls", "list", "ps", "info", "runs", "state", "st", "progress"],
  watch: ["top", "monitor"],
  log: ["logs", "history", "events", "journal"],
  "log --follow": ["tail", "follow", "attach"],
  run: ["continue", "go", "exec", "execute", "restart", "proceed", "do", "new", "create", "begin"],
  decide: ["approve", "accept", "answer", "reject", "confirm", "yes", "no", "reply", "questions"],
  note: ["tell", "say", "steer", "message", "comment"],
  stop: ["halt", "suspend", "wait", "pause"],
  "stop --cancel": ["kill", "abort", "end", "terminate", "quit", "cancel"],
  resume: ["retry", "rerun"],
  "job check": ["recheck", "fixed"],
  merge: ["apply", "land", "integrate", "take", "commit"],
  diff: ["changes", "changed", "review", "patch"],
  undo: ["revert", "unmerge"],
  drop: ["rm", "remove", "delete", "discard", "clean"],
  evidence: ["proof", "proofs", "criteria", "prove"],
  "evidence --recheck": ["test", "tests"],
  "status --state": ["cat", "view", "describe", "get", "show"],
  "status --next": ["todo", "tasks", "jobs", "queue", "next"],
  init: ["config", "configure"],
  "setup agents": ["models", "providers", "login", "agents"],
  check: ["validate", "lint"],
  "doctor --fix": ["fix", "repair", "gc"],
  export: ["backup", "dump"],
  restore: ["import", "load"],
  "job report": ["submit", "finish", "report"],
  serve: ["ui", "web", "dashboard", "gui", "server"],
  demo: ["tutorial", "example", "tour"],
  "run --later": ["start"],
  "resume --to": ["rollback"],
  "archive --back": ["unarchive"],
  "job claim": ["claim"],
  "job renew": ["renew"],
  "job release": ["release"],
  "job output": ["output"],
  "setup hooks": ["hooks"],
  "setup notify": ["notify"],
  "setup completion": ["completion"],
  help: ["man", "usage"],
};

/** The equivalent of each word of other programs. */
export const elsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries(commands).flatMap(([command, words]) =>
    words.map((word) => [word, command] as const),
  ),
);

/** What an unknown verb may have meant; null: nothing is near. */
export const fitting = (word: string, verbs: readonly string[]): string | null => {
  const asked = word.toLowerCase();
  const near = nearest(asked, verbs);
  // A typo in a verb is likelier than one in another program's word.
  const command =
    elsewhere.get(asked) ??
    (near === null ? elsewhere.get(nearest(asked, [...elsewhere.keys()]) ?? "") : undefined);
  const meant = command === undefined ? near : `cairn ${command}`;
  return meant === null ? null : `did you mean \`${meant}\`?`;
};
