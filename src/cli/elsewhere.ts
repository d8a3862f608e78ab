// Words for cairn's verbs that people use elsewhere or knew before. Nothing is run in their stead: they are named in the refusal.
import { nearest } from "../core/near.ts";
import { ownOf } from "../core/own.ts";
import { asTyped } from "../core/shell-word.ts";

/** Commands of other programs by their equivalent here, without `cairn`. */
const commands: Readonly<Record<string, readonly string[]>> = {
  status: ["ls", "list", "ps", "info", "runs", "state", "st", "progress"],
  watch: ["top", "monitor"],
  log: ["logs", "history", "events", "journal"],
  "log --follow": ["tail", "follow", "attach"],
  run: ["continue", "go", "exec", "execute", "restart", "proceed", "do", "new", "create", "begin"],
  decide: ["approve", "accept", "answer", "reject", "confirm", "yes", "no", "reply", "approvals"],
  note: ["tell", "say", "steer", "message", "comment"],
  stop: ["halt", "suspend", "wait"],
  "stop --cancel": ["kill", "abort", "end", "terminate", "quit"],
  resume: ["retry", "rerun"],
  "job check": ["recheck", "fixed"],
  merge: ["apply", "land", "integrate", "take", "commit"],
  diff: ["changes", "changed", "review", "patch"],
  undo: ["revert", "unmerge"],
  drop: ["rm", "remove", "delete", "discard", "clean"],
  evidence: ["proof", "proofs", "criteria", "prove"],
  "evidence --recheck": ["test", "tests"],
  "status --state": ["cat", "view", "describe", "get"],
  "status --next": ["todo", "tasks", "jobs", "queue"],
  init: ["config", "configure"],
  "setup agents": ["models", "providers", "login"],
  check: ["validate", "lint"],
  "doctor --fix": ["fix", "repair", "gc"],
  export: ["backup", "dump"],
  restore: ["import", "load"],
  "job report": ["submit", "finish"],
  serve: ["ui", "web", "dashboard", "gui", "server"],
  demo: ["tutorial", "example", "tour"],
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

/** What is typed in place of a verb that went, and the words that belong behind it. */
export const formerVerbs: Readonly<Record<string, readonly [now: string, words: string]>> = {
  start: ["run --later", '"GOAL"'],
  next: ["status --next", "RUN"],
  show: ["status --state", "RUN"],
  pause: ["stop", "RUN"],
  cancel: ["stop --cancel", "RUN"],
  rollback: ["resume", "RUN --to POINT"],
  unarchive: ["archive --back", "RUN"],
  claim: ["job claim", "JOB"],
  renew: ["job renew", ""],
  release: ["job release", ""],
  report: ["job report", ""],
  output: ["job output", "JOB"],
  "check-again": ["job check", "TASK"],
  agents: ["setup agents", ""],
  hooks: ["setup hooks", ""],
  notify: ["setup notify", ""],
  completion: ["setup completion", "SHELL"],
};

/** The whole command with what was typed behind a verb that went; null: there never was one. */
export const formerTyped = (verb: string, typed: readonly string[]): string | null => {
  const [now, words] = ownOf(formerVerbs, verb) ?? [];
  if (now === undefined || words === undefined) return null;
  return ["cairn", now, ...(typed.length === 0 ? [words] : typed.map(asTyped))].join(" ").trimEnd();
};
