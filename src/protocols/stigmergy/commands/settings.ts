// Commands that change settings, and the checks of settings from people and configuration.
import { auditWords, gateWords, playingWords, reviewerWords } from "../words.ts";
import type * as t from "../../../kit/schema.ts";
import { autonomy, editEntry, settingsInput } from "../shapes.ts";
import { command } from "./declare.ts";
import * as event from "../events.ts";
import { isShellWord } from "../../../core/checks/argv.ts";
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { argvOf } from "../checks-of.ts";
import { checksLimit, concurrencyLimit } from "../limits.ts";
import { roleNames, roleOf } from "../roster.ts";
import { defaultSettings, settingNames } from "../settings.ts";
import type { Check, Playing, Settings } from "../state.ts";
import { mark } from "../decider/marks.ts";
import { reconsider } from "./gates.ts";
import { chain } from "../decider/step.ts";

type Given = t.Of<typeof settingsInput>;
type Judged = { readonly settings: Settings; readonly findings: readonly Refusal[] };

const wrong = (name: string, text: string, fits: string): Refusal =>
  refuse("SETTINGS_INVALID", text, { pointer: `/settings/${name}`, fits });

type Counted = "concurrency" | "strikes" | "issues_per_subject" | "attempts";
/** Invalid values are noted, and the previous value stays. */
const judging = (before: Settings, given: Given, findings: Refusal[]) => ({
  oneOf: <T extends string>(name: string, value: string, among: readonly T[], last: T): T => {
    const found = among.find((one) => one === value);
    if (found === undefined)
      findings.push(wrong(name, `${name} can't be ${value.slice(0, 80)}`, among.join(", ")));
    return found ?? last;
  },
  within: (name: Counted, most: number): number => {
    const value = given[name] ?? before[name];
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    findings.push(wrong(name, `${name} can't be ${value}`, `1 to ${most}`));
    return before[name];
  },
});

/** Roles that only the engine, or only a person, can play. */
const fixed: Readonly<Record<string, Playing>> = {
  saul: "engine",
  olivia: "engine",
  quinn: "engine",
  user: "person",
};

const rosterOf = (
  { roster: before }: Settings,
  { roster: given }: Given,
  findings: Refusal[],
  { oneOf }: Pick<ReturnType<typeof judging>, "oneOf">,
): Settings["roster"] => {
  const changed = Object.entries(given ?? {}).flatMap(([name, plays]) => {
    const role = roleOf(name);
    if (role === null) {
      findings.push(
        wrong(
          `roster/${name}`,
          `nobody of the roster is called ${name.slice(0, 80)}`,
          roleNames.join(", "),
        ),
      );
      return [];
    }
    const playing = oneOf(`roster/${name}`, plays, playingWords, "agent");
    const must = fixed[role] ?? null;
    if ((must ?? (playing === "engine" ? "agent" : playing)) !== playing)
      findings.push(
        wrong(
          `roster/${name}`,
          `${role} can't be played by ${playing}`,
          must ?? "agent, hand, person",
        ),
      );
    return [[role, playing] as const];
  });
  return { ...before, ...Object.fromEntries(changed) };
};

const checkOf = (
  given: NonNullable<Given["checks"]>[number],
  index: number,
  minutes: number,
  findings: Refusal[],
): Check => {
  const argv = given.argv ?? (given.command === undefined ? [] : argvOf(given.command));
  const at = `checks/${index}`;
  if (isRefusal(argv)) findings.push({ ...argv, pointer: `/settings/${at}` });
  const words = isRefusal(argv) ? [] : argv;
  if (!isRefusal(argv) && (words[0] ?? "").trim() === "")
    findings.push(wrong(at, `check ${index + 1} names no program`, "argv, or command"));
  if (isShellWord(words[0]))
    findings.push(
      wrong(at, `check ${index + 1} needs a shell at ${words[0]}`, "a program, or a script"),
    );
  return {
    name: given.name ?? words.join(" ").slice(0, 100),
    argv: words,
    timeout_ms: (given.timeout_s ?? minutes * 60) * 1_000,
  };
};

/** Merges given settings over the previous ones, key by key. */
const merged = (before: Settings, given: Given): Judged => {
  const findings: Refusal[] = [];
  const judged = judging(before, given, findings);
  const { oneOf, within } = judged;
  const minutes = {
    work: given.minutes?.work ?? before.minutes.work,
    review: given.minutes?.review ?? before.minutes.review,
    plan: given.minutes?.plan ?? before.minutes.plan,
    story: given.minutes?.story ?? before.minutes.story,
    check: given.minutes?.check ?? before.minutes.check,
  };
  const checks =
    given.checks === undefined
      ? before.checks
      : (given.checks?.map((check, index) => checkOf(check, index, minutes.check, findings)) ??
        null);
  if ((checks?.length ?? 0) > checksLimit)
    findings.push(
      wrong("checks", `${checks?.length ?? 0} checks are too many`, `at most ${checksLimit}`),
    );
  const settings: Settings = {
    roster: rosterOf(before, given, findings, judged),
    checks,
    gates: [
      ...new Set(
        (given.gates ?? before.gates).map((gate) => oneOf("gates", gate, gateWords, "blueprint")),
      ),
    ],
    concurrency: within("concurrency", concurrencyLimit),
    strikes: within("strikes", 20),
    issues_per_subject: within("issues_per_subject", 20),
    audit: oneOf("audit", given.audit ?? before.audit, auditWords, before.audit),
    ux: given.ux ?? before.ux,
    reviewer: oneOf("reviewer", given.reviewer ?? before.reviewer, reviewerWords, before.reviewer),
    minutes,
    attempts: within("attempts", 20),
  };
  return { settings, findings };
};

/** Settings of a new run. */
export const startSettings = (given: Given | undefined): Judged =>
  merged(defaultSettings, given ?? {});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const configure = command("Configure", {
  label: "Change settings",
  means: "Changes settings of the run.",
  data: { settings: settingsInput },
  who: ["person"],
  decide: (state, { settings: given }, stamp) => {
    const { settings, findings } = merged(state.settings, given);
    const refused = refuseAll(findings);
    if (refused !== null) return refused;
    if (same(settings, state.settings)) return [];
    const changed = !same(settings.checks, state.settings.checks);
    if (changed && settings.checks?.length === 0)
      return refuse("CHECKS_MISSING", "without any check nothing would be proved", {
        pointer: "/settings/checks",
        fits: "one command at least",
      });
    const checks =
      changed && settings.checks !== null && state.checks !== null ? settings.checks : null;
    const names = settingNames.filter((name) => !same(settings[name], state.settings[name]));
    const entry = mark(state, stamp, {
      signal: "SETTINGS_CHANGED",
      summary: `Settings changed: ${names.join(", ")}.`,
    });
    return chain(state, stamp, [() => [event.configured({ settings, checks, entry })], reconsider]);
  },
});

export const setAutonomy = command("SetAutonomy", {
  means: "Sets how much happens without a person.",
  data: { mode: autonomy, entry: editEntry },
  who: ["person", "file"],
  decide: (state, { mode, entry: given }, stamp) => {
    if (stamp.by.kind === "file" && mode === "autonomous")
      return state.autonomy === mode || state.autonomyAsked
        ? []
        : [event.autonomyAsked({ by: given?.agent ?? stamp.by.name })];
    // Another edit can't answer what waits for a person.
    if (state.autonomy === mode && (!state.autonomyAsked || stamp.by.kind === "file")) return [];
    const summary = state.autonomy === mode ? `It stays ${mode}.` : `From now on ${mode}.`;
    const entry = mark(state, stamp, { signal: "AUTONOMY_SET", summary, given });
    return chain(state, stamp, [() => [event.autonomySet({ mode, entry })], reconsider]);
  },
});
