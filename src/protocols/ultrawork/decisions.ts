// All that a person decides in ultrawork. In auto mode the states behind most of it never arise: the decider ends the run instead.
import { together } from "../../core/decision.ts";
import { approval, begin, question } from "./decisions/planning.ts";
import { convergence, unsteadiness, verdict } from "./decisions/verification.ts";
import { confirmation, stuck } from "./decisions/work.ts";

export const decisions = together([
  question,
  begin,
  approval,
  confirmation,
  stuck,
  convergence,
  unsteadiness,
  verdict,
]);
