// The command that changes settings, and how given settings are judged.
import { isShellWord } from "../../../core/checks/argv.ts";
import { refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import type * as t from "../../../kit/schema.ts";
import { leadsOut } from "../decider/plan-paths.ts";
import { changed } from "../evolve/change.ts";
import * as event from "../events.ts";
import { defaultSettings, settingNames, settingsInput } from "../settings.ts";
import type { GateCheck, Mode, Settings, State } from "../state.ts";
import { command } from "./declare.ts";

type Given = t.Of<typeof settingsInput>;

const gateFindings = (
  { name, argv, cwd }: GateCheck,
  index: number,
  all: readonly GateCheck[],
): readonly Refusal[] => {
  const pointer = `/settings/gates/${index}`;
  const wrong = (text: string): Refusal => refuse("SETTINGS_INVALID", text, { pointer });
  const first = all.findIndex((gate) => gate.name === name);
  const outside = cwd === "." ? null : leadsOut({ slug: "", archive: null }, cwd);
  return [
    ...(name.trim() === "" ? [wrong(`gate ${index + 1} has no name`)] : []),
    ...(first === index ? [] : [wrong(`two gates have the name ${name}`)]),
    ...((argv[0] ?? "").trim() === "" ? [wrong(`gate ${name} names no program`)] : []),
    ...(isShellWord(argv[0])
      ? [wrong(`gate ${name} needs a shell at ${argv[0]}: name a program, or a script`)]
      : []),
    ...(outside === null ? [] : [wrong(`gate ${name} would run in ${cwd}, which ${outside}`)]),
  ];
};

export const settingsFindings = (settings: Settings, mode: Mode): readonly Refusal[] => [
  ...settings.gates.flatMap(gateFindings),
  ...(settings.planner === "template" && mode === "development"
    ? [
        refuse("SETTINGS_INVALID", "templates are for knowledge: development has none", {
          pointer: "/settings/planner",
          fits: "planner agent or hand",
        }),
      ]
    : []),
];

/** Merges given settings over the existing ones, key by key. */
export const merged = (before: Settings, { minutes, caps, ...rest }: Given): Settings => ({
  ...changed(before, rest),
  minutes: changed(before.minutes, minutes),
  caps: changed(before.caps, caps),
});

/** Settings of a new run; no findings if they are valid. */
export const startSettings = (
  given: Given | undefined,
  mode: Mode,
): { readonly settings: Settings; readonly findings: readonly Refusal[] } => {
  const settings = merged(defaultSettings, given ?? {});
  return { settings, findings: settingsFindings(settings, mode) };
};

/** Choosing an agent again grants it new rounds, even if the setting stays the same. */
const asksAgain = (state: State, given: Given): readonly string[] =>
  (["interviewer", "planner"] as const)
    .filter((desk) => given[desk] === "agent" && state[desk].attempts + state[desk].rounds > 0)
    .map((desk) => `new rounds for the ${desk}`);

/** The value, if it fits on a line. */
const shown = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? ` ${value}` : "";

const differing = (before: Settings, after: Settings): readonly string[] =>
  settingNames
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name}${shown(after[name])}`);

export const setSettings = command("SetSettings", {
  label: "Change settings",
  means: "Changes settings of the run.",
  data: { settings: settingsInput },
  who: ["person"],
  decide: (state, { settings: given }) => {
    const settings = merged(state.settings, given);
    const refused = refuseAll(settingsFindings(settings, state.mode));
    if (refused !== null) return refused;
    const words = [...differing(state.settings, settings), ...asksAgain(state, given)];
    return words.length === 0 ? [] : [event.settingsChanged({ settings, changed: words })];
  },
});
