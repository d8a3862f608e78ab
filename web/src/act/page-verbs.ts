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
  /--(?:hand|with-changes|label|root)\b/u.test(args)
    ? null
    : args.includes("--again")
      ? button("Run again")(args, after)
      : args.includes("--budget")
        ? button("Set budget")(args, after)
        : args.includes('"')
          ? button("New run")(args, after)
          : button("Resume")(args, after);

const status: Wording = (args, after) =>
  place(
    /--next\b/u.test(args)
      ? "the list of tasks"
      : /--(?:state|file)\b/u.test(args)
        ? "the Files tab"
        : args === "" && / lists\b/u.test(after)
          ? "the Runs page"
          : "the run’s page",
  )(args, after);

const stop: Wording = (args, after) => {
  const words = args.split(/\s+/u).filter((word) => word !== "" && !word.startsWith("--"));
  return button(
    args.includes("--cancel") ? "Cancel run" : words.length > 1 ? "Stop this attempt" : "Pause",
  )(args, after);
};
/** `flag`: of the second wording. */
const either =
  (flag: string, without: string, having: string): Wording =>
  (args, after) =>
    button(args.includes(flag) ? having : without)(args, after);

/** By part; others have no equivalent. */
const job: Wording = (args, after) =>
  /^output\b/u.test(args)
    ? place("the task’s attempts")(args, after)
    : /^check\b/u.test(args)
      ? button("Check again")(args, after)
      : null;

/** Verbs without an equivalent on the page. */
const terminalOnly = (
  "adopt check demo doctor export help host init mcp open pr restore schema serve setup " +
  "template verify watchdog"
).split(" ");

/** By verb; complete for the command line's verbs. */
export const ways: Readonly<Record<string, Wording>> = {
  ...Object.fromEntries(terminalOnly.map((verb) => [verb, terminal])),
  archive: either("--back", "Archive run", "Unarchive run"),
  decide: () => ({ name: "the open question", alone: "answer the open question" }),
  diff: place("the Changes tab"),
  drop: button("Remove the branch"),
  evidence: unless(/--recheck\b/u, place("the Proof tab")),
  job,
  log: place("the Ledger tab"),
  merge: button("Merge"),
  note: button("Leave a note"),
  resume: either("--to", "Resume", "Roll back to here"),
  run,
  send,
  status,
  stop,
  undo: button("Undo the merge"),
};
