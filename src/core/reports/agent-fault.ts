// Words and remedies for faults of agent programs: login, quota, overload, network.
import type { AgentFault } from "../job.ts";

/** Continues a sentence about the program; null for an unknown fault. */
export const faultWords: Readonly<Record<AgentFault["kind"], string | null>> = {
  auth: "its model server refuses the login or key",
  quota: "its limit at the model server is reached",
  overload: "its model server is overloaded",
  network: "it can't reach its model server",
  other: null,
};

/** Advice for the operator; null if there is none. */
export const faultHelp: Readonly<Record<AgentFault["kind"], string | null>> = {
  auth: "log in with that program, or give it a key, and try it by hand in this terminal",
  quota: 'wait or pay, or let fewer work at once: "runner": {"agents": 1} in cairn.config.json',
  overload: "that is its provider's trouble; wait a while, then go on",
  network: "look at network and proxy, and try that program by hand in this terminal",
  other: null,
};

/** Why a program was turned away, and until when. */
export const turnedWords = ({ kind, retryAt, unclear }: AgentFault): string => {
  const words = faultWords[kind] ?? "its program could not work";
  const until = retryAt === undefined ? "" : ` until ${retryAt.slice(0, 16)}Z`;
  const told = unclear === undefined ? "" : ` (it names no usable time of reset: “${unclear}”)`;
  return `${words}${until}${told}`;
};
