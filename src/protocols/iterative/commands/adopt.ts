// The command that takes over a found folder as its reader judged it.
import { refuse, refuseAll } from "../../../core/refusal.ts";
import { withConfigured } from "../../../kit/command.ts";
import { borneOut } from "../decider/borne-out.ts";
import * as event from "../events.ts";
import { adoptInput } from "../opening-shapes.ts";
import { modeOf } from "../request-words.ts";
import { settingNames } from "../settings.ts";
import { world } from "../world.ts";
import { opener } from "./declare.ts";
import { startSettings } from "./settings.ts";
import { slugFindings } from "./start.ts";

const broken = (text: string) =>
  refuse("FILE_BROKEN", text, {
    path: "state.json",
    fits: "put it right, then adopt the folder again",
  });
const logged = (file: string, found: string) =>
  event.discrepancyLogged({ file, pointer: "", said: "", found });

export const adopt = opener("Adopt", {
  means: "Takes over an existing folder as it was found.",
  data: adoptInput,
  who: ["person"],
  ...world.adopted,
  completes: withConfigured(settingNames),
  open: (data) => {
    const { quarantined, digests, contents = {}, run = "" } = data;
    const { found, notes } = borneOut(data);
    const corrections = [...data.corrections, ...notes];
    const { settings, findings } = startSettings(data.settings, found.mode);
    const refused = refuseAll([
      ...slugFindings(found.slug).map(({ text }) => broken(text)),
      ...(modeOf(found.domain) === found.mode
        ? []
        : [broken(`the domain ${found.domain} doesn't fit a run in ${found.mode}`)]),
      ...findings,
    ]);
    return (
      refused ?? [
        event.runAdopted({
          run,
          found,
          settings,
          contents: Object.fromEntries(found.units.map(({ id }) => [id, contents[id] ?? null])),
          corrections,
          quarantined,
          digests,
        }),
        ...corrections.map((text) => logged("", text)),
        ...quarantined.map(({ path, why }) => logged(path, why)),
      ]
    );
  },
});
