// Jobs of gate checks, run by the engine while no agent works: argv only, no shell.
import type { Check, Job } from "../../../core/job.ts";
import { isPlaced } from "../../../core/placed.ts";
import { oneLine } from "../../../core/quote.ts";
import type { Path } from "../../../core/row.ts";
import { isFinalGateDue, isGateDue, nextGate } from "../ready.ts";
import type { GateCheck, State, Unit } from "../state.ts";
import { livePasses, outputPath } from "../units.ts";
import type { About } from "./about.ts";
import { archiveLimits, limitsOf } from "./limits.ts";

/** The check that commits uncommitted changes of the unit. */
export const committed = "committed";

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

/** The system limits the arguments of a program; one UTF-16 unit takes at most three bytes in UTF-8. */
const argumentsLimit = 100_000;
const portions = (paths: readonly Path[]): readonly (readonly Path[])[] => {
  const all: Path[][] = [[]];
  let length = 0;
  for (const path of paths) {
    length += path.length + 1;
    if (length > argumentsLimit) {
      all.push([]);
      length = path.length + 1;
    }
    all.at(-1)?.push(path);
  }
  return all;
};

/** Commits what its passes changed and left uncommitted. Without git, or with checkouts of their own, nothing counts as uncommitted. */
const commits = (state: State, unit: Unit): readonly NamedCheck[] => {
  if (isPlaced(state)) return [];
  if (
    state.mode !== "development" ||
    state.settings.commits === "off" ||
    unit.uncommitted.length === 0
  )
    return [];
  const subject = `${unit.gaps.length > 0 ? "fix" : "feat"}(${state.slug}): ${oneLine(unit.title)}`;
  const git = (paths: readonly Path[], ...argv: readonly string[]): NamedCheck => ({
    name: committed,
    check: {
      argv: ["git", "--literal-pathspecs", ...argv, "--", ...paths],
      cwd: ".",
      env: { LC_ALL: "C" },
      ms: limitsOf(state, "check").ms,
    },
  });
  return portions(unit.uncommitted).flatMap((paths) => [
    git(paths, "add", "--all"),
    git(paths, "commit", "--quiet", "-m", subject, "-m", `Cairn-Pass: ${unit.id}#${unit.seq}`),
  ]);
};

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
    alone: true,
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

/** One at a time, and none while an agent works in the same tree. */
export const checkJobs = (state: State): readonly Job[] => {
  const [live] = isPlaced(state) ? [] : livePasses(state);
  const why = state.paused
    ? "paused"
    : live === undefined
      ? null
      : `waits for the pass of ${live.id}`;
  const due = state.units.filter((unit) => isGateDue(state, unit));
  const gates = due.map((unit, index) =>
    gate(
      state,
      unit,
      [...commits(state, unit), ...checksFor(state, [unit])],
      why ?? (index === 0 ? null : "one gate at a time"),
    ),
  );
  const final =
    due.length === 0 && isFinalGateDue(state)
      ? [gate(state, null, checksFor(state, state.units), why)]
      : [];
  return [...gates, ...final, ...archive(state)];
};
