// Refusal of a person's actions if the server itself was started within a job.
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Ground } from "../route.ts";

/** @param what begins a sentence: "stopping a job" */
export const agentMayNot = ({ by }: Pick<Ground, "by">, what: string): Refusal | null =>
  by.kind !== "agent"
    ? null
    : refuse(
        "SENDER_WRONG",
        `${what} is not for an agent to do, and this server was started from within a job`,
        { fits: "a server, or a terminal, of a person's own" },
      );
