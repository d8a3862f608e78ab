// Records of changed free documents in ultrawork: changes after approval reach the verifier.
import type { Ask, Facts, FreeDocument } from "../../../core/protocol.ts";
import type { Path } from "../../../core/row.ts";
import { explorationFile } from "../jobs/agents.ts";
import type { UltraworkCommand } from "../commands.ts";
import { isOver } from "../over.ts";
import { place } from "../place.ts";
import type { State } from "../state.ts";

const documents = (state: State): readonly Path[] => [
  "design.md",
  ...Object.keys(state.explorers).map(explorationFile),
];

/** A finished run ignores its documents, archived or not. */
export const notice = (state: State): Ask =>
  isOver(state) ? {} : { files: documents(state).map((path) => `${place(state)}/${path}`) };

/** One command for each document whose digest differs from the recorded one; a deleted document keeps its digest. */
export const noticed = (state: State, facts: Facts): readonly UltraworkCommand[] =>
  isOver(state)
    ? []
    : documents(state).flatMap((path) => {
        const digest = facts.files[`${place(state)}/${path}`]?.digest;
        return digest === undefined || state.documents[path] === digest
          ? []
          : [{ type: "RecordDocument", data: { path, digest } }];
      });

export const recordedDocuments = (state: State): Readonly<Record<Path, FreeDocument>> =>
  Object.fromEntries(
    Object.entries(state.documents).map(([path, digest]) => [
      `${place(state)}/${path}`,
      { digest },
    ]),
  );
