// Survey of unadopted iterative folders, for the doctor.
import { note } from "../../core/diagnostic.ts";
import { takesOver } from "../../core/adopt-words.ts";
import { runFolders } from "../../core/run-folders.ts";
import type { Survey } from "../../core/survey.ts";
import { stateFile } from "./files/state-file.ts";
import type { State } from "./state.ts";

export const survey: Survey<State> = {
  places: runFolders("iterative"),
  ask: () => ({}),
  find: (_runs, places) =>
    places
      .filter(({ known }) => !known)
      .map(({ path, text }) =>
        note(
          "folder-unadopted",
          path,
          `${path} holds a ${stateFile}${text === null ? " that can't be read" : ""}, and no run of this ledger has it`,
          text === null
            ? `${takesOver(path, " --rebuild")}, from its progress.md`
            : `${takesOver(path)}, if it isn't another ledger's`,
        ),
      ),
};
