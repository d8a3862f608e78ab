// Display of check commands, with files changed by the work or outside the tree (specification, section 13).
import { shown } from "../../core/argv.ts";
import { oneLine } from "../../core/quote.ts";
import type { Path } from "../../core/row.ts";
import { isCheckFile } from "../../core/check-files.ts";
import { storiesOf } from "./manifest.ts";
import type { Check, State } from "./state.ts";

/** What these programs run stands in a file that their command doesn't name. */
const homes: ReadonlyMap<string, Path> = new Map([
  ["npm", "package.json"],
  ["yarn", "package.json"],
  ["pnpm", "package.json"],
  ["make", "Makefile"],
]);

const named = ({ argv }: Check): ReadonlySet<Path> => {
  const words = argv.map((word) =>
    word.slice(word.startsWith("-") ? word.indexOf("=") + 1 : 0).replace(/^(?:\.\/)+/u, ""),
  );
  const at = homes.get(argv[0] ?? "");
  return new Set(at === undefined ? words : [...words, at]);
};

/** Those of these files that the checks' commands name. */
export const namedByChecks = (
  checks: readonly Check[],
  paths: readonly Path[],
): readonly Path[] => {
  const all = checks.map(named);
  return paths.filter((path) => all.some((words) => words.has(path)));
};

/** Those that checks run or go by. */
export const goneBy = (checks: readonly Check[], paths: readonly Path[]): readonly Path[] => {
  const byName = namedByChecks(checks, paths);
  return [...byName, ...paths.filter((path) => isCheckFile(path) && !byName.includes(path))];
};

/** Of what changed since the blueprint's gate: what checks go by and no work that the engine saw has changed. */
export const straysIn = (
  state: Pick<State, "checks" | "epics">,
  paths: readonly Path[],
): readonly Path[] => {
  const built = new Set(
    storiesOf(state).flatMap(({ changed, told }) => (told === true ? [] : changed)),
  );
  return goneBy(state.checks ?? [], paths)
    .filter((path) => !built.has(path))
    .slice(0, 50);
};

const leadsOut = (word: string): boolean =>
  word.startsWith("/") || word.startsWith("~") || word.split("/").includes("..");

/** One line a check, as its words really are; what lies outside of the working tree is said. */
export const checkLine = ({ name, argv }: Check): string => {
  const out = argv.filter(leadsOut);
  const note =
    out.length === 0
      ? ""
      : ` (outside of the working tree, where no change of it is seen: ${out.map((word) => oneLine(word, 100)).join(", ")})`;
  return `${oneLine(name)}: ${shown(argv)}${note}`;
};
