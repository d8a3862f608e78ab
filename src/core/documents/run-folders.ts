// Folders of protocols' runs in a working tree, so that no protocol is loaded to be asked.
import { ownOf } from "../json/own.ts";
import type { Path } from "../row.ts";

/** Folders in `folder` (empty: the root) with this file. */
export type RunFolders = {
  readonly folder: Path;
  readonly file: Path;
  /** Only this one (`.`: the root), where others keep files, too, perhaps under the same names. */
  readonly name?: string;
  /** All that a run may own in it. Default: the whole folder. */
  readonly owns?: readonly Path[];
};

/** Where runs of these protocols have their folders, or their files. */
export const homes = {
  player: ".workflow/sessions",
  iterative: ".claude/iterative",
  stigmergy: ".ai",
} as const;

/** Where a loop of ralph may be. */
const loopFolders: readonly Path[] = ". scripts/ralph ralph .ralph plans tasks .agents/tasks".split(
  " ",
);

const homeOf = (home: Path, file: Path): readonly RunFolders[] =>
  [home, `${home}/archive`].map((folder) => ({ folder, file }));
const shared = (path: Path, owns: readonly [Path, ...Path[]]): RunFolders => {
  const [name = "", ...above] = path.split("/").toReversed();
  return { folder: above.toReversed().join("/"), name, file: owns[0], owns };
};

const table: Readonly<Record<string, readonly RunFolders[]>> = {
  player: homeOf(homes.player, "session-state.json"),
  iterative: homeOf(homes.iterative, "state.json"),
  stigmergy: [
    shared(homes.stigmergy, ["state.json", "refused.md"]),
    { folder: `${homes.stigmergy}/archive`, file: "state.json" },
  ],
  ralph: loopFolders.map((path) =>
    shared(path, ["prd.json", "progress.txt", "progress.md", "refused.md"]),
  ),
};

/** None: the protocol's runs are outside of the working tree. */
export const runFolders = (protocol: string): readonly RunFolders[] => ownOf(table, protocol) ?? [];
