// Jobs of gate checks, run by the engine while no agent works: argv only, no shell.
import type { Check, Job } from "../../../core/job.ts";
import { isFinalGateDue, isGateDue, nextGate } from "../ready.ts";
import type { GateCheck, State, Unit } from "../state.ts";
import { outputPath } from "../units.ts";
import type { About } from "./about.ts";
import { archiveLimits, limitsOf } from "./limits.ts";

/** A check of a gate with its name. */
export type NamedCheck = { readonly name: string; readonly check: Check };

const ranks = ["build", "types", "lint", "tests"];
const rank = ({ name }: GateCheck): number =>
  ranks.includes(name) ? ranks.indexOf(name) : ranks.length;

const filesOf = (state: State, units: readonly Unit[]): readonly string[] => {
  const all = new Set(
    units.flatMap(({ files, output }) => [
      ...files,
      ...(output === null ? [] : [outputPath(state, output)]),
    ]),
  );
  // Prevents programs from reading a file name as an option.
  return all.size === 0
    ? ["."]
    : [...all].map((path) => (path.startsWith("-") ? `./${path}` : path));
};

/** Replaces an argument `{files}` by one argument for each file. */
const filled = (argv: readonly string[], files: readonly string[]): readonly string[] =>
  argv.flatMap((word) =>
    word === "{files}" ? files : [word.replaceAll("{files}", files.join(","))],
  );

/** The configured programs for these units. */
export const checksFor = (state: State, units: readonly Unit[]): readonly NamedCheck[] =>
  state.settings.gates
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name, argv, cwd, scope, timeout_s: seconds }) => ({
      name,
      check: {
        argv: scope === "unit" ? filled(argv, filesOf(state, units)) : argv,
        cwd,
        env: {},
        ms: seconds * 1000,
      },
    }));

const base = {
  kind: "check",
  role: "engine",
  begun: false,
  writes: "nothing",
  reads: [],
  doubt: "retry",
} as const;

const gate = (
  state: State,
  unit: Unit | null,
  checks: readonly NamedCheck[],
  why: string | null,
): Job => {
  const n = nextGate(unit ?? state.final);
  const id = unit?.id ?? "final";
  return {
    ...base,
    key: `gate:${id}:${n}`,
    about: {
      is: "gate",
      unit: unit?.id ?? null,
      n,
      names: checks.map(({ name }) => name),
    } satisfies About,
    subject: id,
    why,
    checks: checks.map(({ check }) => check),
    limits: {
      ...limitsOf(state, "check"),
      ms:
        Math.max(60_000, ...checks.map(({ check }) => ("ms" in check ? check.ms : 0))) *
        Math.max(1, checks.length),
    },
  };
};

const archive = (state: State): readonly Job[] =>
  state.archive === null && (state.delivery !== null || state.archiveAsked !== null)
    ? [
        {
          ...base,
          key: "archive",
          about: { is: "archive" } satisfies About,
          subject: "archive",
          why: state.paused ? "paused" : null,
          checks: [],
          limits: archiveLimits,
        },
      ]
    : [];

/** One at a time. */
export const checkJobs = (state: State): readonly Job[] => {
  const why = state.paused ? "paused" : null;
  const due = state.units.filter((unit) => isGateDue(state, unit));
  const gates = due.map((unit, index) =>
    gate(state, unit, checksFor(state, [unit]), why ?? (index === 0 ? null : "one gate at a time")),
  );
  const final =
    due.length === 0 && isFinalGateDue(state)
      ? [gate(state, null, checksFor(state, state.units), why)]
      : [];
  return [...gates, ...final, ...archive(state)];
};
