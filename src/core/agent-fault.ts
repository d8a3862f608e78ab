// Words and remedies for faults of agent programs: login, quota, overload, network.
import type { AgentFault } from "./job.ts";

/** Each goes on a sentence about the program; null: it told of a trouble that nobody knows. */
export const faultWords: Readonly<Record<AgentFault["kind"], string | null>> = {
  auth: "its model server refuses the login or key",
  quota: "its limit at the model server is reached",
  overload: "its model server is overloaded",
  network: "it can't reach its model server",
  other: null,
};

/** What helps, for the person who drives it; null: nobody knows. */
export const faultHelp: Readonly<Record<AgentFault["kind"], string | null>> = {
  auth: "log in with that program, or give it a key, and try it by hand in this terminal",
  quota: 'wait or pay, or let fewer work at once: "runner": {"agents": 1} in cairn.config.json',
  overload: "that is its provider's trouble; wait a while, then go on",
  network: "look at network and proxy, and try that program by hand in this terminal",
  other: null,
};
