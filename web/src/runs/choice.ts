// Order of listed runs, their groups by state, and the search for words.
import { runStateNames, stateRank } from "../../../src/core/words/states.ts";
import type { RunLine } from "../../../src/http/answers.ts";
import { isOver } from "../../../src/core/over.ts";
import { wordMatcher } from "../words.ts";
import { topsOf } from "./tops.ts";

export type Section = { readonly name: string; readonly lines: readonly RunLine[] };

const searchText = ({ title, name = "", run, folder, protocol, phase, ...line }: RunLine): string =>
  [title, name, run, folder, protocol, phase, line.state]
    .concat(line.facts)
    .concat(
      line.workers.flatMap(({ by, subject, label, role }) => [by ?? "", subject, label, role]),
    )
    .join("\n");

/** Running ones keep their place despite events; finished ones are ordered by their end. */
const timeOf = (line: RunLine): string =>
  isOver(line.life) ? (line.endedAt ?? line.at) : (line.startedAt ?? line.at);

/** It stands still until a person does something. */
export const isStill = (line: RunLine): boolean =>
  !isOver(line.life) && stateRank(line.state) < stateRank("running");
/** Since when it waits: its oldest question, else its last event. */
const waitsSince = ({ decisions, at }: RunLine): string =>
  decisions.map(({ since }) => since).toSorted()[0] ?? at;

/** What waits: the longest first; anything else: the newest. Of two runs in the same state. */
const byUrgency = (one: RunLine, other: RunLine): number =>
  (isStill(one) ? waitsSince(one).localeCompare(waitsSince(other)) : 0) ||
  timeOf(other).localeCompare(timeOf(one)) ||
  one.run.localeCompare(other.run);

/** By urgency. A child run belongs to its parent's page, and has no row beside that of its parent. */
export const sections = (lines: readonly RunLine[], words = ""): readonly Section[] => {
  const matches = wordMatcher(words);
  const tops = Map.groupBy(
    topsOf(lines.filter((line) => matches(searchText(line)))),
    ({ state }) => state,
  );
  return runStateNames
    .filter((name) => tops.has(name))
    .map((name) => ({ name, lines: (tops.get(name) ?? []).toSorted(byUrgency) }));
};
