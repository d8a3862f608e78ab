// Why: a found folder becomes a run as its reader judged it; here its name, its mode and the settings it goes on with are judged.
import { refuse, refuseAll } from "../../../core/refusal.ts";
import type { IterativeCommands } from "../messages.ts";
import { modeOf } from "../request-words.ts";
import { borneOut } from "./borne-out.ts";
import { copied, startSettings } from "./settings.ts";
import { slugFindings } from "./start.ts";
import type { Decided, Events } from "./step.ts";

export const adopt = (data: IterativeCommands["Adopt"]["data"]): Decided => {
  const { quarantined, digests } = data;
  const { found, notes } = borneOut(data);
  const corrections = [...data.corrections, ...notes];
  const { settings, findings } = startSettings(data.settings, data.odd, found.mode);
  const broken = (text: string) =>
    refuse("FILE_BROKEN", text, {
      path: "state.json",
      fits: "put it right, then adopt the folder again",
    });
  const refused = refuseAll([
    ...slugFindings(found.slug).map(({ text }) => broken(text)),
    ...(modeOf(found.domain) === found.mode
      ? []
      : [broken(`the domain ${found.domain} doesn't fit a run in ${found.mode}`)]),
    ...findings,
  ]);
  if (refused !== null) return refused;
  const logged: Events = [
    ...corrections.map(
      (text) =>
        ({
          type: "DiscrepancyLogged",
          data: { file: "", pointer: "", said: "", found: text },
        }) as const,
    ),
    ...quarantined.map(
      ({ path, why }) =>
        ({
          type: "DiscrepancyLogged",
          data: { file: path, pointer: "", said: "", found: why },
        }) as const,
    ),
  ];
  const adopted = {
    run: data.run ?? "",
    found,
    settings: copied(settings),
    contents: Object.fromEntries(found.units.map(({ id }) => [id, data.contents?.[id] ?? null])),
    corrections,
    quarantined,
    digests,
    branch: data.branch ?? null,
  };
  return [{ type: "RunAdopted", data: adopted }, ...logged];
};
