// Filter of listed runs, read from the address; their order, and their groups by state.
import { type RunState, runStateNames, stateRank } from "../../../src/core/words/states.ts";
import type { RunLine } from "../../../src/http/answers.ts";
import { isOver } from "../over.ts";
import { wordMatcher } from "../words.ts";
import { parentOf, topsOf } from "./tops.ts";

export type Choice = {
  readonly words: string;
  readonly protocol: string | null;
  readonly is: RunState | null;
};
/** `within`: its parent run, if listed below that. */
export type Entry = {
  readonly line: RunLine;
  readonly depth: number;
  readonly within: RunLine | null;
};
export type Section = { readonly name: string; readonly entries: readonly Entry[] };

export const readChoice = (search: URLSearchParams): Choice => ({
  words: search.get("q") ?? "",
  protocol: search.get("protocol"),
  is: runStateNames.find((one) => one === search.get("is")) ?? null,
});

const searchText = ({ title, name = "", run, folder, protocol, phase, ...line }: RunLine): string =>
  [title, name, run, folder, protocol, phase]
    .concat(line.facts)
    .concat(
      line.workers.flatMap(({ by, subject, label, role }) => [by ?? "", subject, label, role]),
    )
    .join("\n");

/** Running ones keep their place despite events; finished ones are ordered by their end. */
const timeOf = (line: RunLine): string => (isOver(line) ? line.at : (line.startedAt ?? line.at));

/** It stands still until a person does something. */
export const isStill = (line: RunLine): boolean =>
  !isOver(line) && stateRank(line.state) < stateRank("running");
/** Since when it waits: its oldest question, else its last event. */
const waitsSince = ({ decisions, at }: RunLine): string =>
  decisions.map(({ since }) => since).toSorted()[0] ?? at;

/** What waits: the longest first; anything else: the newest. */
const byUrgency = (one: RunLine, other: RunLine): number =>
  (isStill(one) && isStill(other) ? waitsSince(one).localeCompare(waitsSince(other)) : 0) ||
  timeOf(other).localeCompare(timeOf(one)) ||
  one.run.localeCompare(other.run);

/** By urgency; each run with its children below it. A child whose parent isn't shown stands alone. */
export const sections = (lines: readonly RunLine[], choice: Choice): readonly Section[] => {
  const matches = wordMatcher(choice.words);
  const shown = lines
    .filter(
      (line) =>
        (choice.protocol === null || line.protocol === choice.protocol) &&
        matches(searchText(line)),
    )
    .toSorted(byUrgency);
  const children = Map.groupBy(shown, (line) => parentOf(line) ?? "");
  const below = (line: RunLine, depth: number, within: RunLine | null): readonly Entry[] => [
    { line, depth, within },
    ...(children.get(line.run) ?? []).flatMap((child) => below(child, depth + 1, line)),
  ];
  const tops = Map.groupBy(
    topsOf(shown).filter(({ state }) => choice.is === null || state === choice.is),
    ({ state }) => state,
  );
  return runStateNames
    .filter((name) => tops.has(name))
    .map((name) => ({
      name,
      entries: (tops.get(name) ?? []).flatMap((line) => below(line, 0, null)),
    }));
};

/** A line's own decisions: those of a child are shown at its parent. */
export const ownDecisions = ({
  line,
  within,
}: Pick<Entry, "line" | "within">): RunLine["decisions"] =>
  line.decisions.filter(
    ({ run, key }) => within?.decisions.some((one) => one.run === run && one.key === key) !== true,
  );

/** All its questions are shown at its parent. */
export const isAskedAbove = (entry: Pick<Entry, "line" | "within">): boolean =>
  entry.line.decisions.length > 0 && ownDecisions(entry).length === 0;

/** The number of a section's entries that aren't children. */
export const ownCount = (entries: readonly Entry[]): number =>
  entries.filter(({ depth }) => depth === 0).length;
