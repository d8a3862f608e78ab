// The rules of iterative: what may be asked when, and what happens then.
//
//  run   discover ─brief─▶ plan ─approve─▶ execute ─every unit done─▶ verify ─final gate, REVIEW_PASS─▶ deliver ─approved, moved─▶ complete
//                           ▲ reject: plan again                      ▲ │ REVIEW_FAIL: units reopened,     │ reject: issues
//                           └── skip-to (a person, with reason)       └─┘ execute, then verify    ◀────────┘
//  unit  pending ─▶ in_progress ─DONE─▶ (gate) ─▶ confirming ─DONE, changed nothing─▶ (gate) ─▶ verifying ─VERIFIED─▶ done
//                    ▲   │ not DONE: next pass │ red       │ changed something           │ red        │ GAPS_FOUND
//                    │   ◀─────────────────────┴───────────┴─────────────────────────────┴────────────┘ all back to in_progress
//                    └── a person's answer ── blocked (reason) | timeout  ◀── from any of them: BLOCKED, a limit, no progress
//  paused, cancelled: of the run, in any phase before complete; cancelled is final
//
// Invariants: only UnitSettled and UnitAccepted make a unit done · UnitSettled needs gate, consensus and verdict on one content ·
// only a person raises a limit, drops a unit, or removes criteria or done-whens from an approved plan · no file edit confirms, verifies, answers a decision or makes a unit done, and no recovery raises one ·
// no author of a unit confirms or verifies it · one live pass for each unit · every PassBegun has exactly one end.
import { decisionsOf } from "../../kit/rules.ts";
import { commands } from "./commands.ts";
import { advance } from "./decider/advance.ts";
import { life } from "./ended.ts";
import type { IterativeEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";

/** Returns no events if nothing changes. */
export const decide = decisionsOf<State, IterativeEvent>(commands, {
  over: "start another one",
  name: ({ slug }) => slug,
  life,
  follows: {
    evolve,
    // A paused or ended run doesn't advance by itself.
    follow: (now, stamp) => (now.ended === null ? advance(now, stamp) : []),
  },
});
