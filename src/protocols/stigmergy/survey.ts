// Survey for the doctor: projects of original stigmergy that are no runs yet.
import { note } from "../../core/diagnostic.ts";
import type { Diagnostic } from "../../core/dialect.ts";
import { readJson } from "../../core/json.ts";
import { isRefusal } from "../../core/refusal.ts";
import { runFolders } from "../../core/run-folders.ts";
import type { Survey } from "../../core/survey.ts";
import { home, stateFile } from "./manifest.ts";
import { formOf, isStateFile } from "./read/form.ts";
import type { State } from "./state.ts";

const unadopted = (path: string, text: string, fits: string): Diagnostic =>
  note("folder-unadopted", path, `${path} ${text}, and no run of this ledger has it`, fits);

/** An unparsable file may be one; adopting it reports the position of the error. */
const isOurs = (text: string): boolean => {
  const root = readJson(text);
  return isRefusal(root) || (isStateFile(root) && formOf(root) !== null);
};

/** Its home is directly below the root, next to folders of others. */
export const survey: Survey<State> = {
  places: runFolders("stigmergy").map((one) => (one.name === home ? { ...one, isOurs } : one)),
  ask: () => ({}),
  find: (_runs, places) =>
    places
      .filter(
        ({ known, path, text }) => !known && (path !== home || (text !== null && isOurs(text))),
      )
      .map(({ path }) =>
        path === home
          ? unadopted(
              home,
              `holds a ${stateFile}`,
              "`cairn adopt .ai` takes it over, if it isn't another ledger's",
            )
          : unadopted(
              path,
              `holds a ${stateFile} that was put away`,
              "nothing, if another ledger put it there",
            ),
      ),
};
