// Entries of the palette: runs, their questions, and the tasks and tabs of the open run.
import type { RunLine, ShownNode } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";
import { firstLine, runTitle, wordMatcher } from "../words.ts";

export type Entry = {
  readonly kind: "question" | "run" | "task" | "page";
  readonly name: string;
  readonly more: string;
  readonly href: string;
};

/** Maximum of visible entries. */
const most = 12;

/** `open`: the run of the current page, with its tasks and tabs. */
export const entriesFor = (
  runs: readonly RunLine[],
  open: {
    readonly run: string;
    readonly nodes: readonly ShownNode[];
    readonly tabs: readonly { readonly id: string; readonly label: string }[];
  } | null,
): readonly Entry[] => [
  // A question also appears in the lines of all ancestors of the asking run.
  ...runs.flatMap(({ run: own, title, decisions }): readonly Entry[] =>
    decisions
      .filter(({ run }) => run === own)
      .map(({ run, key, question }) => ({
        kind: "question",
        name: firstLine(question),
        more: title,
        href: runAddress(run, { decide: key }),
      })),
  ),
  ...(open === null
    ? []
    : [
        ...open.tabs.map(({ id, label }): Entry => ({
          kind: "page",
          name: label,
          more: "of this run",
          href: runAddress(open.run, { tab: id }),
        })),
        ...open.nodes.map(({ id, label, state }): Entry => ({
          kind: "task",
          name: `${id} ${label}`,
          more: state,
          href: runAddress(open.run, { node: id }),
        })),
      ]),
  ...runs.map(({ run, title, name, state }): Entry => ({
    kind: "run",
    name: runTitle({ run, title }),
    more: [name, state, run].filter((part) => part !== undefined).join(" · "),
    href: runAddress(run),
  })),
  { kind: "page", name: "Runs", more: "all of them", href: "/" },
  { kind: "page", name: "New run", more: "start one", href: "/new" },
  { kind: "page", name: "Watch", more: "agents at work", href: "/watch" },
];

/** All words must match; entries that begin with the first word come first. */
export const matchingEntries = (entries: readonly Entry[], words: string): readonly Entry[] => {
  const matches = wordMatcher(words);
  const found = entries.filter(({ kind, name, more }) => matches(`${kind} ${name} ${more}`));
  const first = words.trim().toLowerCase().split(/\s/u, 1)[0] ?? "";
  const rank = ({ name }: Entry): number => (name.toLowerCase().startsWith(first) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
};
