// Page equivalents of each command line verb, in words that fit into a sentence.

/** @param args the words after the verb, up to the end of the command; @param after the rest of the sentence */
type Wording = (args: string, after: string) => PageName | null;
/** `name`: a noun phrase. `alone`: the instruction for a command that stands by itself; absent: press what `name` names. */
export type PageName = { readonly name: string; readonly alone?: string };

const button = (name: string): Wording => {
  const words: PageName = { name: `“${name}”` };
  return () => words;
};
const place = (name: string): Wording => {
  const words: PageName = { name, alone: `see ${name}` };
  return () => words;
};
/** The page has no equivalent. */
const terminal: Wording = () => null;
const unless =
  (flags: RegExp, wording: Wording): Wording =>
  (args, after) =>
    flags.test(args) ? null : wording(args, after);

/** Buttons of commands whose label differs from their type. */
const labels: Readonly<Record<string, string>> = {
  Configure: "Change settings",
  Fail: "End as failed",
  GoOn: "Continue anyway",
  MoveRun: "Move run to this branch",
  Reopen: "Reopen run",
  RepinTemplate: "Change template",
  Retry: "Try again",
  SetSettings: "Change settings",
  SkipTo: "Skip to phase",
  Waive: "Accept without proof",
};
const spaced = (type: string): string =>
  type.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);

const send: Wording = (args) => {
  const type = /^\S+\s+([A-Z][A-Za-z]*)/u.exec(args)?.[1];
  const name =
    type === undefined
      ? "an action under “More”"
      : `“${labels[type] ?? spaced(type)}” under “More”`;
  return { name, alone: `take ${name}` };
};

const run: Wording = (args, after) =>
  /--(?:hand|with-changes|label)\b/u.test(args)
    ? null
    : args.includes("--budget")
      ? button("Set budget")(args, after)
      : args.includes('"')
        ? button("New run")(args, after)
        : button("Resume")(args, after);

const start: Wording = (args, after) =>
  (args.includes("--again") ? button("Run again") : button("New run"))(args, after);
const status: Wording = (args, after) =>
  (args === "" && / lists\b/u.test(after) ? place("the Runs page") : place("the run’s page"))(
    args,
    after,
  );

/** Verbs without an equivalent on the page. */
const terminalOnly = (
  "adopt agents check claim completion demo doctor export help hooks host init mcp " +
  "notify open pr release renew report restore schema serve template verify watchdog"
).split(" ");

/** By verb; complete for the command line's verbs. */
export const ways: Readonly<Record<string, Wording>> = {
  ...Object.fromEntries(terminalOnly.map((verb) => [verb, terminal])),
  archive: button("Archive run"),
  cancel: button("Cancel run"),
  "check-again": button("Check again"),
  decide: () => ({ name: "the open question", alone: "answer the open question" }),
  diff: place("the Changes tab"),
  drop: button("Remove the branch"),
  evidence: unless(/--recheck\b/u, place("the Proof tab")),
  log: place("the Ledger tab"),
  merge: button("Merge"),
  next: place("the list of tasks"),
  note: button("Leave a note"),
  output: place("the task’s attempts"),
  pause: button("Pause"),
  resume: button("Resume"),
  rollback: button("Roll back to here"),
  run,
  send,
  show: place("the Files tab"),
  start: unless(/--root\b/u, start),
  status,
  stop: button("Stop this attempt"),
  unarchive: button("Unarchive run"),
  undo: button("Undo the merge"),
};
