// What this page has in place of each verb of the command line, in words that fit where the command stood in a sentence.

/** @param args what follows the verb, up to the end of the command; @param after what follows the command in its sentence */
type Way = (args: string, after: string) => Said | null;
/** `name`: a noun phrase. `alone`: what to do, where the command stands by itself; not said: press what `name` names. */
export type Said = { readonly name: string; readonly alone?: string };

const button = (name: string): Way => {
  const said: Said = { name: `“${name}”` };
  return () => said;
};
const place = (name: string): Way => {
  const said: Said = { name, alone: `see ${name}` };
  return () => said;
};
/** The page has no way of its own. */
const terminal: Way = () => null;
const unless =
  (flags: RegExp, way: Way): Way =>
  (args, after) =>
    flags.test(args) ? null : way(args, after);

/** Buttons of commands that aren't called as their type is. */
const labels: Readonly<Record<string, string>> = {
  Configure: "Change settings",
  Fail: "End as failed",
  GoOn: "Continue anyway",
  MoveRun: "Move run to this branch",
  RepinTemplate: "Change template",
  RetryTask: "Try again",
  SetSettings: "Change settings",
  SkipTo: "Skip to phase",
  Waive: "Accept without proof",
};
const spoken = (type: string): string =>
  type.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

const send: Way = (args) => {
  const type = /^\S+\s+([A-Z][A-Za-z]*)/u.exec(args)?.[1];
  const name =
    type === undefined
      ? "an action under “More”"
      : `“${labels[type] ?? spoken(type)}” under “More”`;
  return { name, alone: `take ${name}` };
};

const run: Way = (args, after) =>
  /--(?:hand|with-changes|label)\b/u.test(args)
    ? null
    : args.includes("--budget")
      ? button("Set budget")(args, after)
      : args.includes('"')
        ? button("New run")(args, after)
        : button("Resume")(args, after);

const start: Way = (args, after) =>
  (args.includes("--again") ? button("Run again") : button("New run"))(args, after);
const status: Way = (args, after) =>
  (args === "" && / lists\b/u.test(after) ? place("the Runs page") : place("the run’s page"))(
    args,
    after,
  );

/** By verb; each verb of the command line stands here. */
export const ways: Readonly<Record<string, Way>> = {
  adopt: terminal,
  agents: terminal,
  archive: button("Archive run"),
  cancel: button("Cancel run"),
  check: terminal,
  "check-again": button("Check again"),
  claim: terminal,
  completion: terminal,
  decide: () => ({ name: "the open question", alone: "answer the open question" }),
  demo: terminal,
  diff: place("the Changes tab"),
  doctor: terminal,
  drop: button("Remove the branch"),
  evidence: unless(/--recheck\b/u, place("the Proof tab")),
  export: terminal,
  help: terminal,
  hooks: terminal,
  host: terminal,
  init: terminal,
  log: place("the Ledger tab"),
  mcp: terminal,
  merge: button("Merge"),
  next: place("the list of tasks"),
  note: button("Leave a note"),
  notify: terminal,
  open: terminal,
  output: place("the task’s attempts"),
  pause: button("Pause"),
  pr: terminal,
  release: terminal,
  renew: terminal,
  report: terminal,
  restore: terminal,
  resume: button("Resume"),
  rollback: button("Roll back to here"),
  run,
  schema: terminal,
  send,
  serve: terminal,
  show: place("the Files tab"),
  start: unless(/--root\b/u, start),
  status,
  stop: button("Stop this attempt"),
  template: terminal,
  unarchive: button("Unarchive run"),
  undo: button("Undo the merge"),
  verify: terminal,
};
