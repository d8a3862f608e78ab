// Why: an existing session folder becomes a run as it stands, with everything said that was read otherwise or put aside.
import type { Adopted, Found, Quarantined } from "../../../core/dialect.ts";
import { type Refusal, isRefusal, refuse } from "../../../core/refusal.ts";
import type { UltraworkCommand, UltraworkCommands } from "../messages.ts";
import { place } from "../place.ts";
import { ring } from "../waves.ts";
import { explorersRead } from "./explorers.ts";
import { type Seen, isSessionFolder, logLines, seenFolder } from "./folder.ts";
import { type MergedAll, mergeTasks } from "./merge.ts";
import { optionsRead } from "./options.ts";
import { phaseRead } from "./phase.ts";
import { type Remark, findingsOf, remarks } from "./remarks.ts";
import { foundTask } from "./tasks.ts";
import { told } from "./told.ts";
import { unknownKeys } from "./unknown.ts";
import { type Where, whereOf } from "./where.ts";

type FoundRun = UltraworkCommands["Adopt"]["data"]["found"];

const textOption = ({ options }: Found, name: string): string | null => {
  const value = options[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
};

/** Without a session that can be read there is no run, unless it is to be made anew of sound tasks. */
const sessionRefused = (found: Found, seen: Seen, list: readonly Remark[]): Refusal | null => {
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
    return refuse("FILE_BROKEN", "session.json can't be read, and no sound task is there to make it anew of", { path: "session.json" });
  if (seen.session !== null && !seen.session.known) {
    const unknown = findingsOf(list).find(({ code, pointer }) => code === "VERSION_UNKNOWN" || (code === "KEY_MISSING" && pointer === ""));
    return refuse(
      "VERSION_UNKNOWN",
      seen.session.version === null ? "session.json names no version" : (unknown?.message ?? "the version is unknown"),
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

/** `../tasks` holds tasks of several sessions mixed: taken only where it is named. */
const strays = (found: Found, seen: Seen): readonly Quarantined[] => {
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

const foundRun = (seen: Seen, all: MergedAll, where: Where, goal: string, notes: ReturnType<typeof remarks>, lost: boolean) => {
  const { session } = seen;
  const phase = phaseRead(session, all, !lost);
  const { options, iteration, told: toldOptions } = optionsRead(session?.extras ?? []);
  const at = place({ ...where, archived: false });
  const verifyId = all.verifyId ?? "verify";
  const verify = all.verify === null ? null : foundTask(all.verify, at, notes, { id: verifyId, phase: phase.phase });
  const made = session?.verifyId ?? null;
  const halted =
    lost &&
    !["COMPLETE", "CANCELLED", "FAILED", "PLANNING"].includes(phase.phase) &&
    all.tasks.every(({ task }) => task.status === "resolved");
  const found: FoundRun = {
    goal,
    ...where,
    sessionTask: session?.sessionTask ?? where.session,
    phase: phase.phase,
    options,
    iteration,
    tasks: all.tasks.map((one) => foundTask(one, at, notes, null)),
    verify: verify ?? (made === null ? null : bareVerify(made)),
    ...explorersRead(seen.context),
    ...(halted ? { paused: true } : {}),
    ...(session === null || phase.phase === "PLANNING"
      ? {}
      : { planner: { agent: session.planner.agent, startedAt: session.planner.startedAt, completedAt: session.planner.completedAt } }),
    evidenceLog: [...(session?.log ?? []), ...seen.lines.entries].map(({ text }) => text),
    extras: [],
    startedAt: session?.startedAt ?? null,
    completedAt: phase.phase === "COMPLETE" ? (session?.completedAt ?? null) : null,
    cancelledAt: phase.phase === "CANCELLED" ? (session?.cancelledAt ?? null) : null,
    failureReason: phase.phase === "FAILED" ? (session?.failureReason ?? "no reason was found") : null,
  };
  return { found, told: [...phase.told, ...toldOptions] };
};

const bareVerify = (id: string): NonNullable<FoundRun["verify"]> => ({
  id,
  subject: "Verify the whole",
  description: null,
  complexity: null,
  files: null,
  blockedBy: [],
  criteria: [],
  status: "open",
  worker: null,
  evidence: [],
  startedAt: null,
  completedAt: null,
});

/** Takes over a session folder. null: it is none. Refused: PLACE_UNFIT, FILE_BROKEN, VERSION_UNKNOWN, GOAL_EMPTY. */
export const read = (found: Found): Adopted | Refusal | null => {
  const unread = found.unread.find(({ path }) => path === "session.json");
  if (!isSessionFolder(found.files) && unread === undefined) return null;
  if (unread !== undefined) return refuse("FILE_BROKEN", `session.json can't be read: ${unread.why}`, { path: "session.json" });
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
  const notTaken = found.unread.map(({ path, why }) => ({ path, why: `it can't be read: ${why}`, text: "" }));
  const lost =
    all.quarantined.some(({ why }) => /^(?:FILE_BROKEN|TASK_ID_INVALID|TASK_REPEATED|TYPE_WRONG)/u.test(why)) ||
    notTaken.some(({ path }) => path.startsWith("tasks"));
  const made = foundRun(seen, all, where, goal, notes, lost);
  const unknown = unknownKeys(seen, all, all.verifyId ?? "verify");
  const start: UltraworkCommand = {
    type: "Adopt",
    data: { found: { ...made.found, extras: unknown.extras }, corrections: [], digests: found.digests },
  };
  const corrections = [...told(notes.list), ...made.told, ...afterwards(seen, all, made.found)];
  return {
    start: { type: start.type, data: { ...start.data, corrections } },
    corrections,
    quarantined: [
      ...all.quarantined,
      ...unknown.quarantined,
      ...seen.lines.broken.map(({ line, text }) => ({ path: logLines, why: `FILE_BROKEN: line ${line} is no entry`, text })),
      ...(seen.contextBroken ? [{ path: "context.json", why: "FILE_BROKEN: it is made anew from exploration/*.md" }] : []),
      ...(seen.session === null && found.files["session.json"] !== undefined
        ? [{ path: "session.json", why: "FILE_BROKEN: it is made anew of the tasks" }]
        : []),
      ...strays(found, seen),
      ...notTaken,
    ],
  };
};

/** What the whole asks for that no single place shows. */
const afterwards = (seen: Seen, all: MergedAll, run: FoundRun): readonly string[] => {
  const { session } = seen;
  const known = new Set(run.tasks.map(({ id }) => id));
  const unknown = run.tasks.flatMap(({ id, blockedBy }) =>
    blockedBy.filter((blocker) => !known.has(blocker)).map((blocker) => ({ id, blocker })),
  );
  const begun = run.tasks.filter(({ status }) => status !== "open").map(({ id }) => id);
  const circle = ring(run.tasks);
  const unwitnessed = run.tasks.filter(({ status }) => status === "resolved").length;
  return [
    ...(session === null ? ["session.json is made anew of the tasks"] : []),
    ...(session?.planner.status === "running" && run.phase === "PLANNING"
      ? [
          `the planner${session.planner.agent === null ? "" : ` ${session.planner.agent}`} was running; nobody plans now, so it is pending again`,
        ]
      : []),
    ...(all.verify === null ? [`VERIFY_MISSING: there was no verify task; it is made as ${run.verify?.id ?? "verify"}`] : []),
    ...(run.phase === "PLANNING" && begun.length > 0
      ? [`PHASE_INCONSISTENT: the phase is PLANNING, and tasks were begun (${begun.slice(0, 5).join(", ")}): it stays PLANNING`]
      : []),
    ...(session !== null && session.cancelledAt !== null && run.phase !== "CANCELLED"
      ? ["PHASE_INCONSISTENT: cancelled_at is set, and the run isn't read as CANCELLED: it isn't taken"]
      : []),
    ...(session !== null && session.completedAt !== null && run.phase !== "COMPLETE"
      ? ["PHASE_INCONSISTENT: completed_at is set, and the run isn't read as COMPLETE: it isn't taken"]
      : []),
    ...unknown.map(
      ({ id, blocker }) =>
        `DEPENDENCY_UNKNOWN: task ${id} waits for ${blocker}, which isn't there, and goes on waiting until somebody edits it`,
    ),
    ...(circle === null
      ? []
      : [`GRAPH_CYCLIC: tasks wait for each other in a ring (${circle.join(" waits for ")}): the run is paused until somebody edits one`]),
    ...(run.paused === true
      ? ["work was put aside and every other task is resolved: the run is paused until somebody has looked at it"]
      : []),
    ...(run.phase === "COMPLETE" || run.phase === "CANCELLED" ? [`the end ${run.phase} was found, not witnessed`] : []),
    ...(unwitnessed > 0 && run.phase !== "COMPLETE"
      ? [
          `${unwitnessed} resolved ${unwitnessed === 1 ? "task stays" : "tasks stay"} resolved, found and not witnessed: the checks run again before the end`,
        ]
      : []),
  ];
};
