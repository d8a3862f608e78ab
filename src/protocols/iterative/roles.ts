// Roles that an iterative run needs from its current state to its end.
import type { Role } from "../../core/view.ts";
import { interviews, plans } from "./jobs/desks.ts";
import type { GateCheck, State } from "./state.ts";

/** A missing program would make every gate red and cost each unit its passes. One in a folder may be a result of the work: its gate tells. */
const programs = (gates: readonly GateCheck[]): readonly Role[] =>
  gates.flatMap(({ name, argv: [program = ""] }) =>
    program === "" || program.includes("/")
      ? []
      : [
          {
            name: `gate ${name}`,
            program,
            instead: "install it, or begin with other gates",
            otherwise:
              "install it, or give the run other gates: `cairn send RUN SetSettings --gates …`",
          },
        ],
  );

/** Includes roles of units that may still be added: the review may create any. */
export const roles = (state: State): readonly Role[] => {
  if (state.ended !== null) return [];
  const { phase, settings, mode } = state;
  const early = phase === "discover" || phase === "plan";
  const tests =
    mode === "development" && settings.test_pass === "auto" && state.domain !== "refactor";
  return [
    ...(phase === "discover" && interviews(state) ? [{ name: "interviewer" }] : []),
    ...(early && plans(state) ? [{ name: "planner" }] : []),
    { name: "worker" },
    ...(tests ? [{ name: "tester" }] : []),
    { name: "verifier" },
    { name: "reviewer" },
    ...programs(settings.gates),
  ];
};
