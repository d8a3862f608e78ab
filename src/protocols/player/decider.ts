// The rules of the player: what may be asked when, and what happens then.
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
// Invariants: only a rollback restarts a completed node · attempt numbers only grow · only a person opens a gate ·
// unknown outcomes are asked about, never guessed · a checkpoint is saved in the same append as the end that it waits for.
import { decisionsOf } from "../../kit/rules.ts";
import { commands } from "./commands.ts";
import { advance } from "./decider/advance.ts";
import { life } from "./ended.ts";
import type { PlayerEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";

/** Returns no events if nothing changes. */
export const decide = decisionsOf<State, PlayerEvent>(commands, {
  over: "`cairn resume --retry` takes up one that failed or was aborted",
  name: ({ run }) => run,
  life,
  follows: { evolve, follow: advance },
});
