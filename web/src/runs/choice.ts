// Why: which runs are shown, and in which order, is a pure reading of the list and the address, so that a link shows the same to everybody.
import type { RunLine } from "../../../src/http/answers.ts";
import { isOver } from "../over.ts";

/** What a run is to whoever looks: `asks` before all others. */
export type Standing = "asks" | "running" | "waiting" | "paused" | "ended";
export const standings: readonly Standing[] = ["asks", "running", "waiting", "paused", "ended"];

export type Choice = { readonly words: string; readonly protocol: string | null; readonly is: Standing | null };
/** `within`: the run that started it, where it stands below that. */
export type Entry = { readonly line: RunLine; readonly depth: number; readonly within: RunLine | null };
export type Section = { readonly is: Standing; readonly entries: readonly Entry[] };

const isStanding = (text: string | null): text is Standing => standings.some((one) => one === text);

export const readChoice = (search: URLSearchParams): Choice => {
  const is = search.get("is");
  return { words: search.get("q") ?? "", protocol: search.get("protocol"), is: isStanding(is) ? is : null };
};

export const standingOf = ({ decisions, life, status }: RunLine): Standing => {
  if (isOver({ life })) return "ended";
  if (decisions.length > 0) return "asks";
  return life === "paused" ? "paused" : status;
};

/** The run that started it: a child's origin begins with its parent's id. */
export const parentOf = ({ origin }: RunLine): string | null => origin?.split("/", 1)[0] ?? null;

const searched = ({ title, run, folder, protocol, phase, workers, facts }: RunLine): string =>
  [title, run, folder, protocol, phase, ...facts, ...workers.flatMap(({ by, subject, role }) => [by ?? "", subject, role])]
    .join("\n")
    .toLowerCase();

/** All words must be there, wherever. */
const holds = (line: RunLine, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const text = searched(line);
  return words.every((word) => text.includes(word));
};

const fits = (line: RunLine, { words, protocol, is }: Choice): boolean =>
  (protocol === null || line.protocol === protocol) &&
  (is === null || standingOf(line) === is) &&
  holds(
    line,
    words
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ""),
  );

/** What goes on keeps its place while events come; what is over stands by its end. */
const byTime = (a: RunLine, b: RunLine): number => {
  const [one, other] = [a, b].map((line) => (standingOf(line) === "ended" ? line.at : (line.startedAt ?? line.at)));
  return (other ?? "").localeCompare(one ?? "") || a.run.localeCompare(b.run);
};

/** Sections in the order of who needs somebody, each run with those that it started below it. A child whose parent isn't shown stands for itself. */
export const sections = (lines: readonly RunLine[], choice: Choice): readonly Section[] => {
  const shown = lines.filter((line) => fits(line, choice)).toSorted(byTime);
  const ids = new Map(shown.map((line) => [line.run, line]));
  const children = Map.groupBy(shown, (line) => ids.get(parentOf(line) ?? "")?.run ?? null);
  const below = (line: RunLine, depth: number, within: RunLine | null): readonly Entry[] => [
    { line, depth, within },
    ...(children.get(line.run) ?? []).flatMap((child) => below(child, depth + 1, line)),
  ];
  const tops = Map.groupBy(children.get(null) ?? [], standingOf);
  return standings.flatMap((is) => {
    const entries = (tops.get(is) ?? []).flatMap((line) => below(line, 0, null));
    return entries.length === 0 ? [] : [{ is, entries }];
  });
};

/** How many there are of each, whatever is chosen. */
export const counted = (lines: readonly RunLine[]): ReadonlyMap<Standing, number> => {
  const counts = new Map<Standing, number>();
  for (const line of lines) counts.set(standingOf(line), (counts.get(standingOf(line)) ?? 0) + 1);
  return counts;
};

/** Decisions that a line tells of itself: those of a child stand at its parent already. */
export const ownDecisions = ({ line, within }: Entry): RunLine["decisions"] => (within === null ? line.decisions : []);
