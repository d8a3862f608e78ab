// Filter, order and groups of listed runs, read from the address.
import { type RunState, runStateNames, stateRank } from "../../../src/core/state-words.ts";
import type { RunLine } from "../../../src/http/answers.ts";
import { isOver } from "../over.ts";
import { lastPart, wordMatcher } from "../words.ts";
import { parentOf, topsOf } from "./tops.ts";

export const groups = ["state", "protocol", "folder", "nothing"] as const;
export const sorts = ["waiting first", "newest", "oldest", "title", "cost", "least done"] as const;
export type Choice = {
  readonly words: string;
  readonly protocol: string | null;
  readonly is: RunState | null;
  readonly group: (typeof groups)[number];
  readonly sort: (typeof sorts)[number];
};
/** `within`: its parent run, if listed below that. */
export type Entry = {
  readonly line: RunLine;
  readonly depth: number;
  readonly within: RunLine | null;
};
export type Section = { readonly name: string; readonly entries: readonly Entry[] };

/** Defaults to the first. */
const oneOf = <const T extends string>(all: readonly [T, ...T[]], said: string | null): T =>
  all.find((one) => one === said) ?? all[0];

export const readChoice = (search: URLSearchParams): Choice => ({
  words: search.get("q") ?? "",
  protocol: search.get("protocol"),
  is: runStateNames.find((one) => one === search.get("is")) ?? null,
  group: oneOf(groups, search.get("group")),
  sort: oneOf(sorts, search.get("sort")),
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
const shareOf = ({ nodes: { done, of } }: RunLine): number => (of === 0 ? 0 : done / of);

/** It stands still until a person does something. */
export const isStill = (line: RunLine): boolean =>
  !isOver(line) && stateRank(line.state) < stateRank("running");
/** What waits for a person, then what goes on, then what is over. */
const rankOf = (line: RunLine): number => (isOver(line) ? 2 : isStill(line) ? 0 : 1);
/** Since when it waits: its oldest question, else its last event. */
const waitsSince = ({ decisions, at }: RunLine): string =>
  decisions.map(({ since }) => since).toSorted()[0] ?? at;

type Order = (one: RunLine, other: RunLine) => number;
const newest: Order = (one, other) => timeOf(other).localeCompare(timeOf(one));
const orders: Readonly<Record<Choice["sort"], Order>> = {
  "waiting first": (one, other) =>
    rankOf(one) - rankOf(other) ||
    (rankOf(one) === 0 ? waitsSince(one).localeCompare(waitsSince(other)) : newest(one, other)),
  newest,
  oldest: (one, other) => timeOf(one).localeCompare(timeOf(other)),
  title: (one, other) => one.title.localeCompare(other.title),
  cost: (one, other) => (other.usage?.cost ?? 0) - (one.usage?.cost ?? 0),
  "least done": (one, other) => shareOf(one) - shareOf(other),
};

const names: Readonly<Record<Choice["group"], (line: RunLine) => string>> = {
  state: ({ state }) => state,
  protocol: ({ protocol }) => protocol,
  folder: ({ folder }) => lastPart(folder),
  nothing: () => "all",
};

/** Groups of states by urgency, others by name; each run with its children below it. A child whose parent isn't shown stands alone. */
export const sections = (lines: readonly RunLine[], choice: Choice): readonly Section[] => {
  const order = orders[choice.sort];
  const matches = wordMatcher(choice.words);
  const shown = lines
    .filter(
      (line) =>
        (choice.protocol === null || line.protocol === choice.protocol) &&
        matches(searchText(line)),
    )
    .toSorted(
      (one, other) => order(one, other) || newest(one, other) || one.run.localeCompare(other.run),
    );
  const children = Map.groupBy(shown, (line) => parentOf(line) ?? "");
  const below = (line: RunLine, depth: number, within: RunLine | null): readonly Entry[] => [
    { line, depth, within },
    ...(children.get(line.run) ?? []).flatMap((child) => below(child, depth + 1, line)),
  ];
  const tops = Map.groupBy(
    topsOf(shown).filter(({ state }) => choice.is === null || state === choice.is),
    names[choice.group],
  );
  const found =
    choice.group === "state"
      ? runStateNames.filter((name) => tops.has(name))
      : [...tops.keys()].toSorted();
  return found.map((name) => ({
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
