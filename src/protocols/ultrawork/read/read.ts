// Reader of an existing ultrawork folder into a run, with remarks on all that was reinterpreted.
import type { Adopted, Source, Quarantined } from "../../../core/dialect.ts";
import { type Refusal, isRefusal, refuse } from "../../../core/refusal.ts";
import { type Remark, findingsOf, remarks } from "../../../core/remarks.ts";
import { sentences } from "../../../core/remark-sentences.ts";
import type { UltraworkCommand } from "../commands.ts";
import { afterwards } from "./afterwards.ts";
import { type RunFiles, isSessionFolder, logLines, seenFolder } from "./folder.ts";
import { mergeTasks } from "./merge.ts";
import { foundRun } from "./run.ts";
import { unknownKeys } from "./unknown.ts";
import { whereOf } from "./where.ts";

const textOption = ({ options }: Source, name: string): string | null => {
  const value = options[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
};

/** Without a readable session there is no run, unless it is to be rebuilt from valid tasks. */
const sessionRefused = (found: Source, seen: RunFiles, list: readonly Remark[]): Refusal | null => {
  const broken = findingsOf(list).find(({ path }) => path === "session.json");
  if (seen.session === null && found.options["rebuild"] !== true) {
    const { message = "session.json isn't there", line, column } = broken ?? {};
    return refuse("FILE_BROKEN", message, {
      path: "session.json",
      ...(line === undefined || column === undefined ? {} : { line, column }),
      fits:
        seen.files.length > 0
          ? "mend it, or make it anew of the tasks that are there: --rebuild --goal TEXT"
          : "a session.json that can be read",
    });
  }
  if (seen.session === null && seen.files.length === 0)
    return refuse(
      "FILE_BROKEN",
      "session.json can't be read, and no sound task is there to make it anew of",
      { path: "session.json" },
    );
  if (seen.session !== null && seen.session.version?.known !== true) {
    const unknown = findingsOf(list).find(
      ({ code, pointer }) =>
        code === "VERSION_UNKNOWN" || (code === "KEY_MISSING" && pointer === ""),
    );
    return refuse(
      "VERSION_UNKNOWN",
      seen.session.version === null
        ? "session.json names no version"
        : (unknown?.message ?? "the version is unknown"),
      {
        path: "session.json",
        pointer: "/version",
        ...(unknown === undefined ? {} : { line: unknown.line, column: unknown.column }),
        fits: '"1.0", or "5.0" to "7.0"',
      },
    );
  }
  return null;
};

/** `../tasks` mixes tasks of several sessions, so it is used only if named. */
const strays = (found: Source, seen: RunFiles): readonly Quarantined[] => {
  const here = seen.files.some(({ path }) => !path.startsWith("../")) || seen.broken.length > 0;
  const named = textOption(found, "tasks") !== null;
  return here || named || !found.beside.includes("tasks")
    ? []
    : [
        {
          path: "../tasks",
          why: "TASKS_STRAYED: no tasks are here, but beside; several sessions' tasks may lie mixed there: --tasks DIR takes them all",
          text: "",
        },
      ];
};

/** Adopts a session folder; null if it isn't one. Refusals: PLACE_UNFIT, FILE_BROKEN, VERSION_UNKNOWN, GOAL_EMPTY. */
export const read = (found: Source): Adopted | Refusal | null => {
  const unread = found.unread.find(({ path }) => path === "session.json");
  if (!isSessionFolder(found.files) && unread === undefined) return null;
  if (unread !== undefined)
    return refuse("FILE_BROKEN", `session.json can't be read: ${unread.why}`, {
      path: "session.json",
    });
  const where = whereOf(found);
  if (isRefusal(where)) return where;
  const notes = remarks();
  const seen = seenFolder(found.files, notes);
  const no = sessionRefused(found, seen, notes.list);
  if (no !== null) return no;
  const goal = textOption(found, "goal") ?? seen.session?.goal ?? "";
  if (goal.trim() === "")
    return refuse("GOAL_EMPTY", "no goal stands in session.json", {
      path: "session.json",
      pointer: "/goal",
      fits: "--goal with what was wanted",
    });
  const all = mergeTasks(seen, notes);
  const notTaken = found.unread.map(({ path, why }) => ({
    path,
    why: `it can't be read: ${why}`,
    text: "",
  }));
  const lost = all.lost || notTaken.some(({ path }) => path.startsWith("tasks"));
  const made = foundRun(seen, all, where, goal, notes, lost);
  const unknown = unknownKeys(seen, all);
  const corrections = [
    ...sentences(notes.list),
    ...made.told,
    ...afterwards(seen, all, made.found),
  ];
  const start: UltraworkCommand = {
    type: "Adopt",
    data: { found: { ...made.found, extras: unknown.extras }, corrections, digests: found.digests },
  };
  return {
    start,
    corrections,
    quarantined: [
      ...all.quarantined,
      ...unknown.quarantined,
      ...seen.lines.broken.map(({ line, text }) => ({
        path: logLines,
        why: `FILE_BROKEN: line ${line} is no entry`,
        text,
      })),
      ...(seen.contextBroken
        ? [{ path: "context.json", why: "FILE_BROKEN: it is made anew from exploration/*.md" }]
        : []),
      ...(seen.session === null && found.files["session.json"] !== undefined
        ? [{ path: "session.json", why: "FILE_BROKEN: it is made anew of the tasks" }]
        : []),
      ...strays(found, seen),
      ...notTaken,
    ],
  };
};
