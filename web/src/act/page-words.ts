// Conversion of server texts: names on the page instead of terminal commands, where it has one.

/** By command without `cairn`: the first that fits. Any other is typed in a terminal. */
export const ways: readonly (readonly [command: RegExp, name: string])[] = [
  [/^archive .*--back\b/u, "“Unarchive run”"],
  [/^archive\b/u, "“Archive run”"],
  [/^decide\b/u, "the open question"],
  [/^diff\b/u, "the Changes tab"],
  [/^drop\b/u, "“Remove the branch”"],
  [/^evidence (?!.*--recheck\b)/u, "the Proof tab"],
  [/^job output\b/u, "the task’s attempts"],
  [/^job check\b/u, "“Check again”"],
  [/^log\b/u, "the Ledger tab"],
  [/^merge\b/u, "“Merge”"],
  [/^note\b/u, "“Leave a note”"],
  [/^resume .*--to\b/u, "“Roll back to here”"],
  [/^resume\b/u, "“Resume”"],
  [/^run .*--again\b/u, "“Run again”"],
  [/^run (?!.*--(?:hand|with-changes|label|root|budget|help)\b).*"/u, "“New run”"],
  [/^run(?!.*--(?:hand|with-changes|label|root|budget|help)\b)/u, "“Resume”"],
  [/^status .*--next\b/u, "the list of tasks"],
  [/^status .*--(?:state|file)\b/u, "the Files tab"],
  [/^status$/u, "the Runs page"],
  [/^status\b/u, "the run’s page"],
  [/^stop .*--cancel\b/u, "“Cancel run”"],
  [/^stop [^\s-]\S*\s+[^\s-]/u, "“Stop this attempt”"],
  [/^stop\b/u, "“Pause”"],
  [/^undo\b/u, "“Undo the merge”"],
  [/^watch\b/u, "Watch, in the top bar"],
];

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const pageWords = (text: string): string =>
  text.replaceAll(/`cairn ([^`\n]+)`/gu, (whole: string, command: string, at: number) => {
    const name = ways.find(([fits]) => fits.test(command))?.[1] ?? whole;
    return /[.!?]\s$/u.test(text.slice(0, at)) ? capital(name) : name;
  });

/** A terminal program's output, without the lines that suggest commands. */
export const printedWords = (lines: readonly string[]): readonly string[] =>
  lines
    .filter(
      (line) =>
        !line
          .split(/\s{2,}/u)
          .some((part) => /^(?:[^:`]+: )?cairn [a-z]+(?:-[a-z]+)*(?: |$)/u.test(part)),
    )
    .map(pageWords);
