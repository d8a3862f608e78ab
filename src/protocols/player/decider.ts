// Why: the rules of the player in one place: what may be asked when, and what happens then.
//
//  Start · Adopt
//         ▼    Pause, answer pause                RollBack: any but archived ──▶ paused
//      running ◀──────────────────────▶ paused    RetryRun: failed, aborted ──▶ running
//      │  │  │   Resume, other answers            Archive, Unarchive: over ◀──▶ archived
//      │  │  └─ Cancel, a checkpoint's answer abort ──▶ aborted
//      │  └──── a node's answer abort ──▶ failed
//      ▼ every node completed or skipped
//  completed
//
// What holds: a completed node is never begun again but by a rollback · attempts only grow · a gate opens for a person alone ·
// what nobody can know is asked, never guessed · a checkpoint is saved in the same append as the end that it waits for.
import { unnumbered } from "../../core/ahead.ts";
import type { Stamp } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { advance } from "./decider/advance.ts";
import { bindSession, bindTask, releaseNode, startNode } from "./decider/begin.ts";
import { doubtNode, expireNode, finishNode, finishTask } from "./decider/finish.ts";
import { resolveCheckpoint, resolveNode, retryRun } from "./decider/people.ts";
import { repinTemplate } from "./decider/pin.ts";
import { amendNode, archive, cancel, changeContext, keepExtras, pause, refuseEdit, resume, rollBack, unarchive } from "./decider/run.ts";
import { adopt, start } from "./decider/start.ts";
import { type Decide, type Decided, fold } from "./decider/step.ts";
import { evolve } from "./evolve.ts";
import type { PlayerCommand, PlayerCommands, PlayerEvent } from "./messages.ts";
import { isOver } from "./nodes.ts";
import type { State } from "./state.ts";
import { who } from "./who.ts";

type Later = Exclude<keyof PlayerCommands, "Start" | "Adopt">;

const table: { readonly [K in Later]: Decide<K> } = {
  StartNode: startNode,
  BindTask: bindTask,
  BindSession: bindSession,
  FinishNode: finishNode,
  FinishTask: finishTask,
  ExpireNode: expireNode,
  DoubtNode: doubtNode,
  ReleaseNode: releaseNode,
  AmendNode: amendNode,
  ResolveNode: resolveNode,
  ResolveCheckpoint: resolveCheckpoint,
  Pause: pause,
  Resume: resume,
  Cancel: cancel,
  RetryRun: retryRun,
  RollBack: rollBack,
  RepinTemplate: repinTemplate,
  ChangeContext: changeContext,
  KeepExtras: keepExtras,
  RefuseEdit: refuseEdit,
  Archive: archive,
  Unarchive: unarchive,
};

const afterEnd: ReadonlySet<PlayerCommand["type"]> = new Set([
  "FinishTask",
  "AmendNode",
  "Cancel",
  "RetryRun",
  "RollBack",
  "RepinTemplate",
  "KeepExtras",
  "RefuseEdit",
  "Archive",
  "Unarchive",
]);
const inArchive: ReadonlySet<PlayerCommand["type"]> = new Set(["Unarchive", "KeepExtras", "RefuseEdit"]);

/** The door checks these first; here they stand so that no other road leads around them. */
const frame = (state: State | null, { type }: PlayerCommand, { by }: Stamp): Refusal | null => {
  if (!who[type].includes(by.kind))
    return refuse("SENDER_WRONG", `${type} isn't ${by.kind}'s to send`, { fits: `sent by ${who[type].join(", ")}` });
  const begins = type === "Start" || type === "Adopt";
  if (state === null) return begins ? null : refuse("RUN_UNKNOWN", "there is no such run yet");
  if (begins) return refuse("RUN_EXISTS", `the run ${state.run} is there already`, { fits: "go on with it" });
  if (state.archived && !inArchive.has(type)) return refuse("RUN_ARCHIVED", "the run is archived", { fits: "unarchive it first" });
  return isOver(state) && !afterEnd.has(type)
    ? refuse("RUN_OVER", `the run is ${state.status}`, { fits: "`cairn resume --retry` takes up one that failed or was aborted" })
    : null;
};

const decided = <K extends Later>(state: State, command: PlayerCommands[K] & { readonly type: K }, stamp: Stamp): Decided =>
  table[command.type](state, command.data, stamp);

/** No events: nothing changes. */
export const decide = (state: State | null, command: PlayerCommand, stamp: Stamp): readonly PlayerEvent[] | Refusal => {
  const refused = frame(state, command, stamp);
  if (refused !== null) return refused;
  const events =
    command.type === "Start"
      ? start(command.data)
      : command.type === "Adopt"
        ? adopt(command.data)
        : state === null
          ? []
          : decided(state, command, stamp);
  const [head, ...rest] = isRefusal(events) ? [] : events;
  if (isRefusal(events) || head === undefined) return events;
  const begun = evolve(state, unnumbered(head, stamp));
  const now = fold(begun, rest, stamp);
  return [...events, ...advance(now, stamp)];
};
