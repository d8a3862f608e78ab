// Why: what kept an agent's program from its work is told to people in the same words wherever it is told.
import type { AgentFault } from "./job.ts";

/** Each goes on a sentence about the program; null: it told of a trouble that nobody knows. */
export const faultWords: Readonly<Record<AgentFault["kind"], string | null>> = {
  auth: "its model server refuses the login or key",
  quota: "its limit at the model server is reached",
  overload: "its model server is overloaded",
  network: "it can't reach its model server",
  other: null,
};
