// Why: a project's name, mode and settings are fixed at its beginning, from what was said and nothing that was guessed.
import { unnumbered } from "../../../core/ahead.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { evolve } from "../evolve.ts";
import { nameLimit } from "../limits.ts";
import { briefFile, home, stateFile } from "../manifest.ts";
import type { StigmergyCommands, StigmergyEvents } from "../messages.ts";
import { saul } from "../roster.ts";
import { finishBrief } from "./documents.ts";
import { startSettings } from "./settings.ts";
import { type Decided, oversized } from "./step.ts";
import { measuredAs } from "./measured.ts";

type Data = StigmergyCommands["Start"]["data"];
type Started = StigmergyEvents["ProjectStarted"];

export const start = (data: Data, stamp: Stamp): Decided => {
  const goal = (data.goal ?? "").trim();
  const given = data.name?.replaceAll(/\s+/gu, " ").trim() ?? "";
  const name = given === "" ? ((data.root ?? "").split("/").at(-1) ?? "") : given;
  const { settings, findings } = startSettings(data.settings, data.odd);
  const refused = refuseAll([
    ...(goal === "" && data.brief === undefined
      ? [
          refuse("FIELD_INVALID", "nothing says what is wanted", {
            pointer: "/goal",
            fits: '`cairn start stigmergy "…"`, or `--brief PATH`',
          }),
        ]
      : []),
    ...(name === "" || name.length > nameLimit
      ? [
          refuse("FIELD_INVALID", "the project has no name, or one that is too long", {
            pointer: "/name",
            fits: `--name, 1 to ${nameLimit} characters`,
          }),
        ]
      : []),
    ...[oversized("the goal", goal.length, "/goal", 64 * 1024)].filter((one) => one !== null),
    ...findings,
  ]);
  if (refused !== null) return refused;
  const entry = {
    at: stamp.at,
    agent: saul,
    signal: "INIT",
    summary: "Project initialized. State file created.",
    files: [`${home}/${stateFile}`],
  };
  const begun: Started = {
    type: "ProjectStarted",
    data: {
      run: data.run ?? "",
      name,
      goal,
      autonomy: data.autonomy ?? "supervised",
      settings,
      brief: data.brief ?? briefFile,
      origin: data.origin ?? null,
      ...measuredAs(data.whole),
      entry,
    },
  };
  if (data.brief === undefined) return [begun];
  const state = evolve(null, unnumbered(begun, stamp));
  const briefed = finishBrief(state, { path: data.brief, files: data.files }, stamp);
  return isRefusal(briefed) ? briefed : [begun, ...briefed];
};
