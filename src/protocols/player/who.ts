// Why: who may ask what is checked at the door and again by the rules; one table keeps both agreed.
import type { Sender } from "../../core/protocol.ts";
import { anybody, E, H, P, U, X } from "../../core/senders.ts";
import type { PlayerCommands } from "./messages.ts";

/** agent: whoever holds the job that it is about, but for what anybody may say. */
export const who: { readonly [K in keyof PlayerCommands]: readonly Sender["kind"][] } = {
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
  Resume: [P, U, X],
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
