// Paths of a session folder: live, archived, outputs, snapshots and template.
import type { Path } from "../../core/row.ts";
import { homes } from "../../core/documents/run-folders.ts";
import type { NodeId, State } from "./state.ts";

export const sessionsFolder = homes.player;
export const archiveFolder = `${sessionsFolder}/archive`;

export const place = ({ archived, session }: Pick<State, "archived" | "session">): Path =>
  `${archived ? archiveFolder : sessionsFolder}/${session}`;

/** A moment as part of a folder's name: `20260317-143022`. */
export const stampOf = (at: string, seconds = 0): string => {
  const time = new Date(Date.parse(at) + seconds * 1000).toISOString();
  return `${time.slice(0, 10).replaceAll("-", "")}-${time.slice(11, 19).replaceAll(":", "")}`;
};

/** Relative to the run's folder. */
export const outputFile = (node: NodeId): Path => `artifacts/${node}-output.md`;
export const snapshotFile = (checkpoint: NodeId): Path => `checkpoints/${checkpoint}.json`;
export const templateFile: Path = "artifacts/template.json";

const elsewhere = (session: string): readonly string[] => [
  `${sessionsFolder}/${session}/`,
  `${archiveFolder}/${session}/`,
];

/** Stores paths inside the run's folder relative to it (`./…`), so that archiving doesn't break them; other paths stay as they are. */
export const runRelative = (session: string, path: Path): Path => {
  const found = elsewhere(session).find((folder) => path.startsWith(folder));
  return found === undefined ? path : `./${path.slice(found.length)}`;
};

/** Resolves a stored path to the run's current place. */
export const rootRelative = (state: Pick<State, "archived" | "session">, path: Path): Path =>
  path.startsWith("./") ? `${place(state)}/${path.slice(2)}` : path;
