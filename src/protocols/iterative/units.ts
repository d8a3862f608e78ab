// Shared functions on units: content, dependencies and statuses, for rules, jobs, files and views.
import type { Gap, Issue } from "./unit.ts";
import { matchesAny } from "../../core/glob.ts";
import type { Path } from "../../core/row.ts";
import { homes } from "../../core/documents/run-folders.ts";
import type { ContentAsk } from "../../core/span.ts";
import { oneLine } from "./markdown/values.ts";
import type { Described, RedCheck, Stage, State, Unit, UnitId } from "./state.ts";

/** The plan's part of a unit, without its results. */
export const describedOf = ({
  id,
  title,
  criteria,
  files,
  output,
  depends,
  model,
  max,
}: Described): Described => ({
  id,
  title,
  criteria,
  files,
  output,
  depends,
  model,
  max,
});

/** The failed checks as the next pass reads them. */
export const redWords = (
  checks: readonly Pick<RedCheck, "name" | "exit" | "why">[],
): readonly string[] =>
  checks.map(
    ({ name, exit, why }) =>
      `${name} (${why ?? (exit === null ? "no exit code" : `exit ${exit}`)})`,
  );
/** Remaining work after a red gate. */
export const redLine = (checks: Parameters<typeof redWords>[0]): string =>
  `gate red: ${redWords(checks).join(", ")}`;

/** Failed checks if its last step was a gate; empty if something happened since. */
export const redOf = ({ red, remaining }: Pick<Unit, "red" | "remaining">): readonly RedCheck[] =>
  red !== undefined && remaining === redLine(red) ? red : [];

export const unitOf = ({ units }: Pick<State, "units">, id: UnitId): Unit | null =>
  units.find((unit) => unit.id === id) ?? null;

/** The heading of a run's documents. */
export const titleOf = ({ brief, title, task }: Pick<State, "brief" | "title" | "task">): string =>
  oneLine(brief?.title ?? title ?? "") || task;

export const home = homes.iterative;
export const archiveFolder = `${home}/archive`;
export const place = ({ slug, archive }: Pick<State, "slug" | "archive">): Path =>
  archive ?? `${home}/${slug}`;

/** Folders of a run that belong to its agents. An Output in one of these is inside the run's folder. */
export const freeFolders: readonly string[] = [
  "sources",
  "outputs",
  "analysis",
  "drafts",
  "data",
  "planning",
];

/** Initial folders of the mode, where knowledge is gathered and handed over. */
export const folders = ({ mode, ended }: Pick<State, "mode" | "ended">): readonly Path[] =>
  mode === "knowledge" && ended === null ? ["sources", "outputs"] : [];

/** Path of an Output relative to the root. */
export const outputPath = (state: Pick<State, "slug" | "archive">, output: Path): Path =>
  freeFolders.includes(output.split("/")[0] ?? "") ? `${place(state)}/${output}` : output;

/** Paths that a unit's content digest covers: Files, Output and changed paths; null for the whole tree if it has no Files. */
export const contentOf = (
  state: Pick<State, "slug" | "archive" | "mode">,
  unit: Pick<Described, "files" | "output"> & Partial<Pick<Unit, "touched" | "touchedAll">>,
): readonly Path[] | null => {
  if (unit.touchedAll === true || (state.mode === "development" && unit.files.length === 0))
    return null;
  const output = unit.output === null ? [] : [outputPath(state, unit.output)];
  return [...new Set([...unit.files, ...output, ...(unit.touched ?? [])])];
};

/** Request to the engine for that digest. Changed paths that would be ignored are named even if the whole tree is covered. */
export const contentAsk = (
  state: Pick<State, "slug" | "archive" | "mode" | "settings">,
  unit: Unit,
): ContentAsk => {
  const except = state.settings.ignore;
  const odd = unit.touched.filter((path) => matchesAny(except, path));
  return { globs: contentOf(state, unit) ?? (odd.length === 0 ? null : ["**", ...odd]), except };
};

/** Unfinished units that it depends on. */
export const openDepends = (
  state: Pick<State, "units">,
  unit: Pick<Unit, "depends">,
): readonly UnitId[] => unit.depends.filter((id) => unitOf(state, id)?.stage !== "settled");

const statuses: Readonly<Record<Exclude<Stage, "stuck">, string>> = {
  idle: "pending",
  work: "in_progress",
  test: "in_progress",
  gate: "in_progress",
  "stepped-in": "in_progress",
  confirm: "confirming",
  regate: "confirming",
  verify: "verifying",
  settled: "done",
};

/** The `status` of state.json, except for waiting units and cancelled runs, which only the files show as blocked. */
export const statusOf = ({ stage, stuck }: Pick<Unit, "stage" | "stuck">): string =>
  stage === "stuck" ? (stuck?.kind === "timeout" ? "timeout" : "blocked") : statuses[stage];

export const isLive = ({ pass }: Unit): boolean => pass !== null;
export const livePasses = ({ units }: Pick<State, "units">): readonly Unit[] =>
  units.filter(isLive);
export const allDone = ({ units }: Pick<State, "units">): boolean =>
  units.length > 0 && units.every(({ stage }) => stage === "settled");

export const jobKey = (unit: UnitId, n: number): string => `${unit}#${n}`;

/** Converts an issue to a gap of its unit. */
export const gapOf = ({ severity, type, file, line, problem }: Issue): Gap => ({
  severity,
  type,
  file,
  line,
  problem,
});
