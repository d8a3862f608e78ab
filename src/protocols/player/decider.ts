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
import { withFollowing } from "../../core/ahead.ts";
import { frameWrong } from "../../core/frame.ts";
import type { Stamp } from "../../core/protocol.ts";
import type { Refusal } from "../../core/refusal.ts";
import { advance } from "./decider/advance.ts";
import { bindSession, bindTask, releaseNode, startNode } from "./decider/begin.ts";
import { doubtNode, expireNode, finishNode, finishTask } from "./decider/finish.ts";
import { resolveCheckpoint, resolveNode, retryRun } from "./decider/people.ts";
import { repinTemplate } from "./decider/pin.ts";
import {
  amendNode,
  archive,
  cancel,
  changeContext,
  keepExtras,
  pause,
  refuseEdit,
  resume,
  rollBack,
  unarchive,
} from "./decider/run.ts";
import { adopt, start } from "./decider/start.ts";
import type { Decide, Decided } from "./decider/step.ts";
import { life } from "./ended.ts";
import { evolve } from "./evolve.ts";
import type { PlayerCommand, PlayerCommands, PlayerEvent } from "./messages.ts";
import type { State } from "./state.ts";
import { frame } from "./who.ts";

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

const decided = <K extends Later>(
  state: State,
  command: PlayerCommands[K] & { readonly type: K },
  stamp: Stamp,
): Decided => table[command.type](state, command.data, stamp);

/** No events: nothing changes. */
export const decide = (
  state: State | null,
  command: PlayerCommand,
  stamp: Stamp,
): readonly PlayerEvent[] | Refusal => {
  const wrong = frameWrong(
    frame,
    state === null ? null : { name: state.run, life: life(state) },
    command.type,
    stamp.by,
  );
  if (wrong !== null) return wrong;
  const events: Decided =
    command.type === "Start"
      ? start(command.data)
      : command.type === "Adopt"
        ? adopt(command.data)
        : state === null
          ? []
          : decided(state, command, stamp);
  return withFollowing<State, PlayerEvent>(evolve, state, events, stamp, advance);
};
