// Decider of ultrawork: dispatch of each command to its rule, and what follows from it.
//
//  Start ─▶ PLANNING ──approved──▶ EXECUTION ──every other task resolved or waived──▶ VERIFICATION ──PASS, then seal──▶ COMPLETE
//                                    ▲                                                  │
//                                    └── ReworkOpened: FAIL, iterations left ◀──────────┘
//  any of these three ──▶ FAILED, CANCELLED ──Reopen, a person──▶ back to the phase it was left in
//
// Invariants: a task resolves by its criteria alone (proved, captured or waived) · COMPLETE names one tree on which every check
// passed and every criterion was judged met by a party that did none of the work · verdict and completion are two commands of two
// senders · verify is blocked by every other task · a claim is never a proof.
import { decisionsOf } from "../../kit/rules.ts";
import { commands } from "./commands.ts";
import type { UltraworkEvent } from "./events.ts";
import { follow } from "./decider/follow.ts";
import { life } from "./ended.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";

/** Returns no events if nothing changes. */
export const decide = decisionsOf<State, UltraworkEvent>(commands, {
  over: "a person may reopen one that failed or was cancelled",
  name: ({ run }) => run,
  life,
  follows: { evolve, follow },
});
