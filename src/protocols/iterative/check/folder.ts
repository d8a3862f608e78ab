// Document recognition for `check`: which file is which document, which files form a run's folder.
import { readJson } from "../../../core/json/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { openDoc, type Remarks, top } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { modeOf } from "../files/words.ts";
import { documentLimit, progressLimit } from "../limits.ts";
import { type BriefRead, readBrief } from "../markdown/brief.ts";
import { conflicted, conflictIn, conflictOutside } from "../markdown/conflict.ts";
import { type ContextRead, readContext } from "../markdown/context.ts";
import { type GuardrailsRead, readGuardrails } from "../markdown/guardrails.ts";
import { type PlanRead, readPlan } from "../markdown/plan.ts";
import { type ProgressRead, readProgress } from "../markdown/progress.ts";
import type { Mode } from "../state.ts";
import { type SeenState, seenState } from "./state-json.ts";

type Files = Readonly<Record<Path, string>>;
type At<T> = T & { readonly path: Path };
/** null if the document is missing. */
export type RunFiles = {
  readonly state: SeenState | null;
  readonly mode: Mode | null;
  readonly plan: At<PlanRead & { readonly mode: Mode }> | null;
  readonly brief: At<BriefRead> | null;
  readonly context: At<ContextRead> | null;
  readonly progress: At<ProgressRead> | null;
  readonly guardrails: At<GuardrailsRead> | null;
};

const names = [
  "state.json",
  "brief.md",
  "tasks.md",
  "plan.md",
  "context.md",
  "progress.md",
  "guardrails.md",
] as const;
type Name = (typeof names)[number];
const isName = (name: string): name is Name => names.some((one) => one === name);

/** Whether a text matches its name: other tools have a plan.md, too. */
const signs: Readonly<Record<Name, (text: string) => boolean>> = {
  "state.json": (text) => {
    const root = readJson(text, { twice: true });
    if (isRefusal(root)) return true;
    const keys = new Set(root.is === "object" ? root.members.map(({ key }) => key) : []);
    const hasUnits = keys.has("tasks") || keys.has("phases");
    // A missing or misspelled key doesn't make it another tool's file.
    const isNamed = keys.has("slug") || keys.has("task");
    return (
      [keys.has("phase"), keys.has("mode"), hasUnits].filter((has) => has).length >=
        (isNamed ? 1 : 2) &&
      (keys.has("phase") || hasUnits)
    );
  },
  "brief.md": (text) => {
    const { outcome, doneWhen } = readBrief(text);
    return outcome !== null && doneWhen !== null;
  },
  "tasks.md": (text) => /^# .* - Tasks\s*$/imu.test(text) || readPlan(text).units.length > 0,
  "plan.md": (text) => /^# .* - Phases\s*$/imu.test(text) || readPlan(text).units.length > 0,
  "context.md": (text) => {
    const { goal, approach, signals } = readContext(text);
    return goal !== null && (approach !== null || signals !== null);
  },
  "progress.md": (text) =>
    /^\u{feff}?# Progress Log\s*$/imu.test(text) ||
    readProgress(text).entries.some(({ entry }) => entry !== null),
  "guardrails.md": (text) => /^\u{feff}?# Guardrails\s*$/imu.test(text),
};

export const nameOf = (path: Path): Name | null => {
  const name = path.split("/").at(-1) ?? "";
  return isName(name) ? name : null;
};

export const isOurs = (path: Path, text: string): boolean => {
  const name = nameOf(path);
  return name !== null && signs[name](text);
};

export const isBroken = (text: string): boolean => isRefusal(readJson(text, { twice: true }));

/** A folder with a state of this format, or with a plan or a log if the state is broken or missing. */
const isRun = (files: Files, prefix: Path): boolean => {
  const has = (name: Name): boolean => {
    const text = files[`${prefix}${name}`];
    return text !== undefined && signs[name](text);
  };
  const state = files[`${prefix}state.json`];
  if (state !== undefined && !isBroken(state)) return has("state.json");
  return has("tasks.md") || has("plan.md") || has("progress.md");
};

/** Prefixes of the runs among the files: "" for a run's own folder, else `slug/` and `archive/slug-20260101/`. */
export const runsIn = (files: Files): readonly Path[] => {
  if (isRun(files, "")) return [""];
  const prefixes = new Set(
    Object.keys(files).flatMap((path) =>
      nameOf(path) !== null && /^(?:archive\/)?[^/]+\/[^/]+$/u.test(path)
        ? [path.slice(0, path.lastIndexOf("/") + 1)]
        : [],
    ),
  );
  return [...prefixes].filter((prefix) => isRun(files, prefix));
};

const isReadable = (path: Path, text: string, notes: Remarks): boolean => {
  const isLog = nameOf(path) === "progress.md";
  const limit = isLog ? progressLimit : documentLimit;
  const broken = (at: number, why: string): boolean => {
    notes.error({ ...top(path, text), at }, "FILE_BROKEN", why);
    return false;
  };
  if (text.length > limit) return broken(0, `it has ${text.length} characters, more than ${limit}`);
  // The JSON reader reports errors in JSON more precisely.
  const conflict = path.endsWith(".json") ? null : isLog ? conflictOutside(text) : conflictIn(text);
  return conflict === null ? true : broken(conflict, conflicted);
};

/** `prefix`: from `runsIn`. Unreadable documents get a remark and count as missing. */
export const seenRun = (files: Files, prefix: Path, notes: Remarks): RunFiles => {
  const read = <T>(name: Name, reader: (text: string) => T): At<T> | null => {
    const path = `${prefix}${name}`;
    const text = files[path];
    return text === undefined || !isReadable(path, text, notes) ? null : { path, ...reader(text) };
  };
  const text = files[`${prefix}state.json`];
  const path = `${prefix}state.json`;
  const doc =
    text === undefined || !isReadable(path, text, notes) ? null : openDoc(path, text, notes);
  const state = doc === null ? null : seenState(doc, notes);
  const said = modeOf(state?.mode ?? "");
  const tasks =
    said === "knowledge"
      ? null
      : read("tasks.md", (plan) => ({ ...readPlan(plan), mode: "development" as const }));
  const plan =
    tasks ??
    (said === "development"
      ? null
      : read("plan.md", (phases) => ({ ...readPlan(phases), mode: "knowledge" as const })));
  const [holds, ...other] = state?.holds ?? [];
  const held =
    state?.mode !== null || holds === undefined || other.length > 0
      ? null
      : holds === "tasks"
        ? "development"
        : "knowledge";
  return {
    state,
    mode: said ?? plan?.mode ?? held,
    plan,
    brief: read("brief.md", readBrief),
    context: read("context.md", readContext),
    progress: read("progress.md", readProgress),
    guardrails: read("guardrails.md", readGuardrails),
  };
};
