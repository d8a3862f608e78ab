// Display of check commands, with files changed by the work or outside the tree.
import { argvText } from "../../core/checks/argv.ts";
import { oneLine } from "../../core/words/quote.ts";
import type { Path } from "../../core/row.ts";
import { isCheckFile } from "../../core/checks/check-files.ts";
import { storiesOf } from "./manifest.ts";
import type { Check, State } from "./state.ts";

/** Programs that run scripts from a file that the command doesn't name. */
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

/** The files that the checks' commands name. */
export const namedByChecks = (
  checks: readonly Check[],
  paths: readonly Path[],
): readonly Path[] => {
  const all = checks.map(named);
  return paths.filter((path) => all.some((words) => words.has(path)));
};

/** The files that checks run or depend on. */
export const goneBy = (checks: readonly Check[], paths: readonly Path[]): readonly Path[] => {
  const byName = namedByChecks(checks, paths);
  return [...byName, ...paths.filter((path) => isCheckFile(path) && !byName.includes(path))];
};

/** Check inputs that changed since the blueprint's gate outside of the work that the engine saw. */
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

/** One line for each check with its exact words; marks paths outside the working tree. */
export const checkLine = ({ name, argv }: Check): string => {
  const out = argv.filter(leadsOut);
  const note =
    out.length === 0
      ? ""
      : ` (outside of the working tree, where no change of it is seen: ${out.map((word) => oneLine(word, 100)).join(", ")})`;
  return `${oneLine(name)}: ${argvText(argv)}${note}`;
};
