// Commands of an ultrawork worker: set checks, claim evidence, claim done; none of them a proof.
import * as event from "../events.ts";
import {
  checkInput,
  criterionName,
  evidenceType,
  paths,
  reason,
  taskId,
  texts,
  unknownKeys,
} from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { extrasSize } from "../../../core/unknown-keys.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { hollow, isManual, readCheck } from "../checks.ts";
import { inside } from "../command.ts";
import { ownTexts } from "../evolve/draft.ts";
import { extrasLimit, textLimit } from "../limits.ts";
import { findPhrases } from "../phrases.ts";
import { belowPlace, place } from "../place.ts";
import { oversized } from "../plan/read.ts";
import type { ChosenBy, State } from "../state.ts";
import { ifSound } from "./edits.ts";
import {
  findCriterion,
  findTask,
  type FoundCriterion,
  type Role,
  roleOf,
  senderWrong,
  shownName,
} from "../decider/names.ts";
import { type Decided, type Events, isAuto, phaseWrong } from "../decider/step.ts";

/** The worker's own check passes on an empty tree: the worker may name another. */
const isOwnHollow = ({ chosenBy, proof }: FoundCriterion["criterion"]): boolean =>
  chosenBy === "worker" && proof?.hollow === true;

/** Whether the sender may choose this criterion's check, and in which capacity. */
const chooser = (
  state: State,
  role: Role,
  { task, criterion }: FoundCriterion,
): ChosenBy | Refusal => {
  const planned = refuse(
    "CHECK_PLANNED",
    `the check of "${criterion.text}" was chosen by ${criterion.chosenBy ?? "nobody"}`,
    {
      fits: "a person may change it",
    },
  );
  if (role.is === "person") return "person";
  if (role.is === "planner") return state.phase === "PLANNING" ? "plan" : planned;
  if (role.is === "verifier")
    return criterion.check === null || criterion.chosenBy === "worker" ? "verifier" : planned;
  if (role.is === "file") return criterion.check === null ? "worker" : planned;
  if (role.is !== "worker" || role.task.id !== task.id)
    return senderWrong(`a check of task ${task.id} is named by its worker`, "the token of its job");
  return criterion.check === null || isOwnHollow(criterion) ? "worker" : planned;
};

export const isOwn = (state: State, { task, number }: FoundCriterion): boolean =>
  task.id === state.verifyId && number <= ownTexts.length;

type Setting = {
  readonly check: t.Of<typeof checkInput>;
  readonly reason: string;
  readonly round: number | null;
};

/** Validates a SetCheck command except for its reason. */
export const checkSetting = (
  state: State,
  found: FoundCriterion,
  setting: Setting,
  stamp: Stamp,
): Decided => {
  const role = roleOf(state, stamp.by);
  if (isOwn(state, found))
    return refuse(
      "VERIFY_RESERVED",
      `criterion ${found.number} of verify is shown by the engine and the verdict alone`,
    );
  const chosenBy = chooser(state, role, found);
  if (typeof chosenBy !== "string") return chosenBy;
  const check = readCheck(setting.check, place(state));
  if (isRefusal(check)) return check;
  if (chosenBy === "worker" && hollow(check))
    return refuse("CHECK_HOLLOW", `\`${check.command ?? ""}\` passes whatever was done`, {
      fits: "a command that fails while the criterion doesn't hold",
    });
  if (isManual(check) && isAuto(state))
    return refuse(
      "PLAN_UNATTENDED",
      "a manual check asks a person, and in auto mode nobody answers",
    );
  if (JSON.stringify(check) === JSON.stringify(found.criterion.check)) return [];
  const { reason, round } = setting;
  const set = event.checkSet({
    task: found.task.id,
    criterion: found.number,
    check,
    chosenBy,
    reason,
    by: shownName(role, stamp.by),
    round,
  });
  return state.phase === "PLANNING" ? ifSound(state, set, stamp) : [set];
};

export const setCheck = command("SetCheck", {
  means: "Sets how a criterion is checked.",
  data: { task: taskId, criterion: criterionName, check: checkInput, reason },
  who: ["agent", "file", "person"],
  decide: (state, { task: id, criterion, check, reason }, stamp) => {
    const task = findTask(state, id);
    const found = isRefusal(task) ? task : findCriterion(task, criterion);
    if (isRefusal(found)) return found;
    return (
      reasonMissing(reason) ?? checkSetting(state, found, { check, reason, round: null }, stamp)
    );
  },
});

/** Each blocked phrase of a task's claims, without duplicates. */
const flags = (state: State, task: string, texts: readonly string[]): Events =>
  texts.flatMap(findPhrases).flatMap((flag, index, all) => {
    const known = [...state.flags.filter((one) => one.task === task), ...all.slice(0, index)];
    const again = known.some(
      ({ phrase, sentence }) => phrase === flag.phrase && sentence === flag.sentence,
    );
    return again ? [] : [event.claimFlagged({ task, ...flag })];
  });

const mayClaim = (role: Role, task: string): Refusal | null =>
  role.is === "person" || role.is === "file" || (role.is === "worker" && role.task.id === task)
    ? null
    : senderWrong(`task ${task} is another's`, "the token of its job");

export const claimEvidence = command("ClaimEvidence", {
  means: "Claims that a criterion holds, and why. A claim proves nothing.",
  data: {
    task: taskId,
    criterion: t.optional(criterionName),
    type: evidenceType,
    text: t.text,
    command: t.optional(t.text),
    path: t.optional(t.text),
    extras: t.optional(
      t.means(
        "unknown keys of an entry in a file, as [key, JSON text]; of a hand edit alone",
        unknownKeys,
      ),
    ),
  },
  who: ["agent", "file", "person"],
  decide: (state, data, stamp) => {
    const task = findTask(state, data.task);
    if (isRefusal(task)) return task;
    const found = data.criterion === undefined ? null : findCriterion(task, data.criterion);
    if (isRefusal(found)) return found;
    const role = roleOf(state, stamp.by);
    const outside =
      data.path !== undefined &&
      inside(data.path) === null &&
      belowPlace(place(state), data.path) === null;
    // A hand edit may record claims before the work, so that nothing written ahead is lost.
    const ahead = role.is === "file" && state.phase === "PLANNING";
    const extras = role.is === "file" ? (data.extras ?? []) : [];
    const refused =
      (ahead ? null : phaseWrong(state, "EXECUTION", "VERIFICATION")) ??
      mayClaim(role, task.id) ??
      refuseAll([
        ...oversized("the text", data.text.length, textLimit, "/text"),
        ...oversized("the command", data.command?.length ?? 0, textLimit, "/command"),
        ...oversized("the text of unknown keys", extrasSize(extras), extrasLimit, ""),
        ...(outside
          ? [
              refuse(
                "PATH_OUTSIDE",
                `${data.path ?? ""} lies outside of the workspace and of the session folder`,
                { pointer: "/path" },
              ),
            ]
          : []),
      ]);
    if (refused !== null) return refused;
    const { type, text, command, path } = data;
    const claim = event.evidenceClaimed({
      task: task.id,
      criterion: found?.number ?? null,
      criteria: found?.criterion.text ?? "",
      type,
      text,
      command: command ?? "",
      path: path ?? null,
      by: shownName(role, stamp.by),
      ...(extras.length === 0 ? {} : { extras }),
    });
    const named = command !== undefined || path !== undefined;
    const reason = "named with its evidence";
    const set =
      found === null || !named || ahead || role.is === "person"
        ? []
        : checkSetting(
            state,
            found,
            { check: { type, command, path }, reason, round: null },
            stamp,
          );
    // Output of a tool is not the worker's statement.
    const said = role.is === "person" || named ? [] : [text];
    return [claim, ...(isRefusal(set) ? [] : set), ...flags(state, task.id, said)];
  },
});

export const claimDone = command("ClaimDone", {
  label: "Report task done",
  means: "Says that a task is done. Its checks run next.",
  data: {
    task: taskId,
    summary: t.means("at most 2,000 characters", t.text),
    files: t.standing(paths, []),
    commits: t.standing(texts, []),
    concerns: t.standing(t.text, ""),
    known: t.optional(texts),
  },
  who: ["agent", "file"],
  ask: (_state, { commits }) => ({ commits }),
  fill: ({ commits }, facts) => ({ known: commits.filter((id) => facts.commits[id] === true) }),
  filled: ["known"],
  decide: (state, data, { by }) => {
    const task = findTask(state, data.task);
    if (isRefusal(task)) return task;
    const role = roleOf(state, by);
    const wrong = phaseWrong(state, "EXECUTION") ?? mayClaim(role, task.id);
    if (wrong !== null) return wrong;
    if (task.status !== "in_progress" || task.id === state.verifyId)
      return refuse("TASK_UNSTARTED", `task ${task.id} is ${task.status}`, {
        fits: "begin it first",
      });
    const held = by.kind === "file" && task.leased;
    if (task.claimed === "due" || (task.claimed === "held" && held)) return [];
    const long = refuseAll([
      ...oversized("the summary", data.summary.length, 2_000, "/summary"),
      ...oversized("the concerns", data.concerns.length, textLimit, "/concerns"),
    ]);
    if (long !== null) return long;
    const { summary, files, concerns } = data;
    const commits = data.commits.map((id) => ({ id, exists: data.known?.includes(id) === true }));
    const claimed = event.workClaimed({
      task: task.id,
      summary,
      files,
      commits,
      concerns,
      by: shownName(role, by),
      held,
    });
    return [claimed, ...flags(state, task.id, [summary, concerns])];
  },
});
