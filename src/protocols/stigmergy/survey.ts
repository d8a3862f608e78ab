// Why: a project of the original that nobody took over looks like a run and is none; the doctor tells of it.
import type { Ailment } from "../../core/dialect.ts";
import { readJson } from "../../core/json.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Survey } from "../../core/survey.ts";
import { archiveFolder, home, place, stateFile } from "./manifest.ts";
import { isStateFile } from "./read/form.ts";
import type { State } from "./state.ts";

const file = `${home}/${stateFile}`;
const note = (path: string, text: string, fits: string): Ailment => ({
  kind: "folder-unadopted",
  subject: path,
  severity: "note",
  text: `${path} ${text}, and no run of this ledger has it`,
  fits,
});

/** Its home lies right below the root, where folders of others lie too: the one file is looked at, and no more. */
export const survey: Survey<State> = {
  places: [{ folder: archiveFolder, file: stateFile }],
  ask: () => ({ files: [file] }),
  ails: (runs, places, { files }) => {
    const text = files[file]?.text ?? null;
    const root = text === null ? null : readJson(text);
    const isOurs = root !== null && (isRefusal(root) || isStateFile(root));
    const isHeld = runs.some((run) => place(run) === home);
    return [
      ...(isOurs && !isHeld ? [note(home, `holds a ${stateFile}`, "`cairn adopt .ai` takes it over, if it isn't another ledger's")] : []),
      ...places
        .filter(({ known }) => !known)
        .map(({ path }) => note(path, `holds a ${stateFile} that was put away`, "nothing, if another ledger put it there")),
    ];
  },
};
