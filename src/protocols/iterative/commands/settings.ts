// Why: settings come from a person, the configuration and the defaults, and are judged before a run goes by them.
import type * as t from "../../../kit/schema.ts";
import { command } from "./declare.ts";
import * as event from "../events.ts";
import { isShellWord } from "../../../core/argv.ts";
import { refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { defaultSettings, settingNames, settingsInput } from "../settings.ts";
import type { GateCheck, Mode, Settings, State } from "../state.ts";
import { leadsOut } from "../decider/plan-paths.ts";

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

const oddFindings = (odd: readonly string[]): readonly Refusal[] =>
  odd.map((name) =>
    refuse(
      "SETTINGS_INVALID",
      `the configuration's section iterative has ${name.slice(0, 80)}, which is no setting`,
      {
        pointer: `/settings/${name}`,
        fits: settingNames.join(", "),
      },
    ),
  );

/** What is given stands over what there was, each on its own. */
export const merged = (before: Settings, given: Given): Settings => ({
  workers: given.workers ?? before.workers,
  interviewer: given.interviewer ?? before.interviewer,
  planner: given.planner ?? before.planner,
  gates: given.gates ?? before.gates,
  commits: given.commits ?? before.commits,
  deliver: given.deliver ?? before.deliver,
  test_pass: given.test_pass ?? before.test_pass,
  test_paths: given.test_paths ?? before.test_paths,
  ignore: given.ignore ?? before.ignore,
  minutes: {
    work: given.minutes?.work ?? before.minutes.work,
    verify: given.minutes?.verify ?? before.minutes.verify,
    review: given.minutes?.review ?? before.minutes.review,
    plan: given.minutes?.plan ?? before.minutes.plan,
    check: given.minutes?.check ?? before.minutes.check,
  },
  caps: {
    unsettled: given.caps?.unsettled ?? before.caps.unsettled,
    rejected: given.caps?.rejected ?? before.caps.rejected,
    reviews: given.caps?.reviews ?? before.caps.reviews,
    still: given.caps?.still ?? before.caps.still,
    redGates: given.caps?.redGates ?? before.caps.redGates,
    voids: given.caps?.voids ?? before.caps.voids,
    discover: given.caps?.discover ?? before.caps.discover,
    plan: given.caps?.plan ?? before.caps.plan,
  },
});

/** Those that a run begins with; no findings: they fit. */
export const startSettings = (
  given: Given | undefined,
  odd: readonly string[] | undefined,
  mode: Mode,
): { readonly settings: Settings; readonly findings: readonly Refusal[] } => {
  const settings = merged(defaultSettings, given ?? {});
  return { settings, findings: [...oddFindings(odd ?? []), ...settingsFindings(settings, mode)] };
};

/** Agents asked for once more get new rounds, though their setting stays. */
const asksAgain = (state: State, given: Given): readonly string[] =>
  (["interviewer", "planner"] as const)
    .filter((desk) => given[desk] === "agent" && state[desk].attempts + state[desk].rounds > 0)
    .map((desk) => `new rounds for the ${desk}`);

/** One that fits a line with its value. */
const shown = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? ` ${value}` : "";

const differing = (before: Settings, after: Settings): readonly string[] =>
  settingNames
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name}${shown(after[name])}`);

export const setSettings = command("SetSettings", {
  label: "Change settings",
  means: "Changes settings of the run.",
  holds: ["settings"],
  data: { settings: settingsInput },
  who: ["person"],
  decide: (state, { settings: given }) => {
    const settings = merged(state.settings, given);
    const refused = refuseAll(settingsFindings(settings, state.mode));
    if (refused !== null) return refused;
    const changed = [...differing(state.settings, settings), ...asksAgain(state, given)];
    return changed.length === 0 ? [] : [event.settingsChanged({ settings, changed })];
  },
});
