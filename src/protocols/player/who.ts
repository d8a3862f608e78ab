// Why: who may ask what, and when, is checked at the door and again by the rules; one table keeps both agreed.
import { always, type Frame, unlessArchived } from "../../core/frame.ts";
import { anybody, E, H, P, U, X } from "../../core/senders.ts";
import type { PlayerCommands } from "./messages.ts";

/** agent: whoever holds the job that it is about, but for what anybody may say. */
const who: Frame<keyof PlayerCommands>["who"] = {
  Start: anybody,
  Adopt: [P],
  StartNode: [E, H, P, X],
  BindTask: [E, H, X],
  BindSession: [E, H, X],
  FinishNode: [E, H, P, X],
  FinishTask: anybody,
  ExpireNode: [E],
  DoubtNode: [E],
  ReleaseNode: [E, H, P, X],
  AmendNode: anybody,
  ResolveNode: [P],
  ResolveCheckpoint: [P],
  Pause: [P, U, X],
  Resume: [P, U],
  Cancel: [P, U, X],
  RetryRun: [P],
  RollBack: [P],
  RepinTemplate: [P],
  ChangeContext: [P, X],
  KeepExtras: [X],
  RefuseEdit: [E],
  Archive: [P, X],
  Unarchive: [P, X],
};

const when: Frame<keyof PlayerCommands>["when"] = {
  FinishTask: unlessArchived,
  AmendNode: unlessArchived,
  Cancel: unlessArchived,
  RetryRun: unlessArchived,
  RollBack: unlessArchived,
  RepinTemplate: unlessArchived,
  KeepExtras: always,
  RefuseEdit: always,
  Archive: unlessArchived,
  Unarchive: always,
};

export const frame: Frame<keyof PlayerCommands> = {
  who,
  when,
  over: "`cairn resume --retry` takes up one that failed or was aborted",
};
