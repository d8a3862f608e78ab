// Paths of a session folder: live, archived, outputs, snapshots and template.
import type { Path } from "../../core/row.ts";
import type { NodeId, State } from "./state.ts";

export const sessionsFolder = ".workflow/sessions";
export const archiveFolder = `${sessionsFolder}/archive`;

export const place = ({ archived, session }: Pick<State, "archived" | "session">): Path =>
  `${archived ? archiveFolder : sessionsFolder}/${session}`;

/** Where a hand puts a folder away, or takes it out again. */
export const carried = (state: Pick<State, "archived" | "session">) =>
  state.archived
    ? {
        to: place({ ...state, archived: false }),
        command: { type: "Unarchive", data: {} } as const,
      }
    : { to: place({ ...state, archived: true }), command: { type: "Archive", data: {} } as const };

/** From the run's folder. */
export const outputFile = (node: NodeId): Path => `artifacts/${node}-output.md`;
export const snapshotFile = (checkpoint: NodeId): Path => `checkpoints/${checkpoint}.json`;
export const templateFile: Path = "artifacts/template.json";

const elsewhere = (session: string): readonly string[] => [
  `${sessionsFolder}/${session}/`,
  `${archiveFolder}/${session}/`,
];

/** Paths in the run's own folder are kept from there (`./…`), so that archiving breaks none; others as they are. */
export const kept = (session: string, path: Path): Path => {
  const found = elsewhere(session).find((folder) => path.startsWith(folder));
  return found === undefined ? path : `./${path.slice(found.length)}`;
};

/** A kept path with the run's present place. */
export const shown = (state: Pick<State, "archived" | "session">, path: Path): Path =>
  path.startsWith("./") ? `${place(state)}/${path.slice(2)}` : path;
