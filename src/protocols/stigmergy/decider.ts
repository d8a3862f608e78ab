// The rules of stigmergy: what may be asked when, and what happens then.
//
//  NEEDS_BRIEFING ──brief──▶ NEEDS_PLANNING ──prd + architecture + manifest──▶ READY_FOR_EXECUTION
//                                                                                 │ gate: blueprint
//         ┌──────── last story of the last epic ◀──── EXECUTION_IN_PROGRESS ◀─────┘
//         ▼                                              ▲  ▲  │ issue FAILED_TO_RESOLVE · Halt (from any live status)
//   PROJECT_COMPLETE ──person extends, reopens───────────┘  │  ▼
//                                         person: Unhalt ───┴─ EXECUTION_HALTED ──Cancel──▶ over
//  story  PENDING ──start──▶ IN_PROGRESS ──work done──▶ AWAITING_VERIFICATION ──checks and review pass──▶ COMPLETE
//           ▲                  ▲      │                      │   │
//           │                  └──────┼──── strike ──────────┘   │
//           └── issue RESOLVED ── FAILED ◀── strike 2, giving up ┘
//
// Invariants: history only grows, its times strictly increase · the signal is the last entry's · COMPLETE means passed engine checks and
// another agent's review on one tree, or a person's recorded act · at most `concurrency` stories are active, all in one epic · a FAILED story
// has an issue · PROJECT_COMPLETE only while every story is COMPLETE.
import { type Refusal, refuse } from "../../core/refusal.ts";
import { decisionsOf } from "../../kit/rules.ts";
import { commands, type StigmergyCommand } from "./commands.ts";
import { holderWrong } from "./decider/holder.ts";
import { life } from "./ended.ts";
import type { StigmergyEvent } from "./events.ts";
import type { State } from "./state.ts";

const whileHalted: ReadonlySet<StigmergyCommand["type"]> = new Set([
  "Unhalt",
  "Cancel",
  "Pause",
  "Resume",
  "Configure",
  "SetAutonomy",
  "NoticeDrift",
  "RecordAction",
  "KeepExtras",
  "RefuseEdit",
]);

/** Commands allowed during a halt, a pause or after cancelling, in addition to the general rules of a run. */
const stopped = (state: State, type: StigmergyCommand["type"]): Refusal | null => {
  if (state.life === "cancelled")
    return ["Archive", "KeepExtras", "RefuseEdit"].includes(type)
      ? null
      : refuse("RUN_OVER", "the project was cancelled", {
          fits: "archive it, and start another one",
        });
  if (state.halted !== null && !whileHalted.has(type))
    return refuse("RUN_HALTED", `everything is stopped: ${state.halted.reason}`, {
      fits: "a person continues: `cairn decide`",
    });
  return state.life === "paused" && type === "StartStory"
    ? refuse("RUN_PAUSED", "the run is paused", { fits: "`cairn resume`" })
    : null;
};

/** Returns no events if nothing changes. */
export const decide = decisionsOf<State, StigmergyEvent>(commands, {
  over: "reopen a story, add to the manifest, or archive it and start another one",
  name: ({ name }) => name,
  life,
  refused: (state, command: StigmergyCommand, stamp) =>
    stopped(state, command.type) ?? holderWrong(state, command, stamp),
});
