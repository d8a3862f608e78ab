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
/** The first whose pattern the words after the verb match. */
const first =
  (...rules: readonly (readonly [RegExp, Wording])[]): Wording =>
  (args, after) =>
    rules.find(([when]) => when.test(args))?.[1](args, after) ?? null;
/** Whatever they are. */
const rest = /^/u;

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

const status: Wording = (args, after) =>
  place(args === "" && / lists\b/u.test(after) ? "the Runs page" : "the run’s page")(args, after);

/** By verb. Any other has no equivalent on the page. */
export const ways: Readonly<Record<string, Wording>> = {
  archive: first([/--back\b/u, button("Unarchive run")], [rest, button("Archive run")]),
  decide: () => ({ name: "the open question", alone: "answer the open question" }),
  diff: place("the Changes tab"),
  drop: button("Remove the branch"),
  evidence: first([/--recheck\b/u, terminal], [rest, place("the Proof tab")]),
  job: first(
    [/^output\b/u, place("the task’s attempts")],
    [/^check\b/u, button("Check again")],
    [rest, terminal],
  ),
  log: place("the Ledger tab"),
  merge: button("Merge"),
  note: button("Leave a note"),
  resume: first([/--to\b/u, button("Roll back to here")], [rest, button("Resume")]),
  run: first(
    [/--(?:hand|with-changes|label|root)\b/u, terminal],
    [/--again\b/u, button("Run again")],
    [/--budget\b/u, button("Set budget")],
    [/"/u, button("New run")],
    [rest, button("Resume")],
  ),
  send,
  status: first(
    [/--next\b/u, place("the list of tasks")],
    [/--(?:state|file)\b/u, place("the Files tab")],
    [rest, status],
  ),
  stop: first(
    [/--cancel\b/u, button("Cancel run")],
    [/^[^\s-]\S*\s+[^\s-]/u, button("Stop this attempt")],
    [rest, button("Pause")],
  ),
  undo: button("Undo the merge"),
  watch: place("Watch, in the top bar"),
};
