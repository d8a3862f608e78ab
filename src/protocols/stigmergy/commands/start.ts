// The command that starts a project and fixes its name, mode and settings.
import { starting } from "../starting.ts";
import { autonomy, files, settingsInput, whole } from "../shapes.ts";
import { withTree } from "./world.ts";
import { opener } from "./declare.ts";
import { anybody } from "../../../core/sender.ts";
import { withConfigured } from "../../../kit/command.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { unnumbered } from "../../../core/rules/ahead.ts";
import { isRefusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { evolve } from "../evolve.ts";
import { nameLimit } from "../limits.ts";
import { briefFile, home, stateFile } from "../manifest.ts";
import type { StigmergyEvents } from "../events.ts";
import { saul } from "../roster.ts";
import { settingNames } from "../settings.ts";
import { finishBrief } from "./documents.ts";
import { startSettings } from "./settings.ts";
import { measuredAs, oversized } from "../decider/step.ts";

type Started = StigmergyEvents["ProjectStarted"];

export const start = opener("Start", {
  means:
    "Starts a project: roles that hand over through one shared file, from a brief to finished stories.",
  words: ["goal"],
  flags: [
    {
      name: "goal",
      means: "what is wanted, in a sentence or a paragraph",
      word: "TEXT",
      sentence: true,
      field: ["goal"],
    },
  ],
  starts: starting,
  data: {
    goal: t.optional(t.means("what is wanted, in a sentence or a paragraph", t.text)),
    name: t.optional(
      t.means("the project's name, 1 to 200 characters; without it the folder's", t.text),
    ),
    autonomy: t.optional(autonomy),
    brief: t.optional(t.means("path of a brief that is written already", t.text)),
    settings: t.optional(settingsInput),
    origin: t.optional(t.text),
    run: t.optional(t.text),
    root: t.optional(t.text),
    whole,
    files,
  },
  who: anybody,
  ask: (_state, { brief }) => ({ files: brief === undefined ? [] : [brief], tree: true }),
  ...withTree,
  filled: ["files", "origin", "run", "root", "whole"],
  completes: (data, beginning) => ({
    ...withConfigured(settingNames)(data, beginning),
    root: beginning.facts.root,
  }),
  open: (data, stamp) => {
    const goal = (data.goal ?? "").trim();
    const given = data.name?.replaceAll(/\s+/gu, " ").trim() ?? "";
    const name = given === "" ? ((data.root ?? "").split("/").at(-1) ?? "") : given;
    const { settings, findings } = startSettings(data.settings);
    const refused = refuseAll([
      ...(goal === "" && data.brief === undefined
        ? [
            refuse("FIELD_INVALID", "nothing says what is wanted", {
              pointer: "/goal",
              fits: '`cairn run --later stigmergy "…"`, or `--brief PATH`',
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
    const begun: Started = event.projectStarted({
      run: data.run ?? "",
      name,
      goal,
      autonomy: data.autonomy ?? "supervised",
      settings,
      brief: data.brief ?? briefFile,
      origin: data.origin ?? null,
      ...measuredAs(data.whole),
      entry,
    });
    if (data.brief === undefined) return [begun];
    const state = evolve(null, unnumbered(begun, stamp));
    const briefed = finishBrief.decide(state, { path: data.brief, files: data.files }, stamp);
    return isRefusal(briefed) ? briefed : [begun, ...briefed];
  },
});
