// Common reading of agent programs' own words about limits, conversations and their streams, by each driver's table.
import type { AgentFault } from "../core/job.ts";
import type { AgentOutput, Driver } from "./agent.ts";
import { type ResetWords, retryBy, retryIn } from "./resets.ts";
import { eventsOf, type StreamEvent } from "./stream.ts";

/** Wordings of one program; beside each stands where it was seen. */
export type ProgramWords = {
  /** The stream that its driver reads, and the version that this was tried with. */
  readonly stream: string;
  /** The moment of reset in a field of its stream, in ms; null: none. Goes before wordings. */
  readonly resetIn?: (events: readonly StreamEvent[]) => number | null;
  readonly resets: readonly ResetWords[];
  /** The same conversation would meet it again. */
  readonly spent: RegExp;
  /** It doesn't know the conversation to be resumed. */
  readonly unknown: RegExp;
};

/** Characters of a message, and of standard error, that are looked at: a pattern's time may be the square of them. */
const tail = 4_000;

const limitOf = (
  words: ProgramWords,
  fault: AgentFault,
  events: readonly StreamEvent[],
  said: string,
  at: number,
): AgentFault => {
  if (fault.kind === "auth") return fault;
  const field = words.resetIn?.(events) ?? null;
  const told =
    field === null
      ? retryIn(said, words.resets, at)
      : retryBy(field, `resets at ${field / 1_000}`, at);
  return told === null ? fault : { kind: "quota", ...told };
};

/** Adds to a driver's reading when its limit is over, and whether its conversation is of no more use. */
export const heeding = (driver: Driver, words: ProgramWords): Driver => {
  const judged = (told: AgentOutput, out: string, err: string, at: number | null): AgentOutput => {
    const events = eventsOf(out);
    if (events.length === 0 && out.trim() !== "" && told.fault === null)
      return { ...told, wrong: `its output isn't the ${words.stream}` };
    const said = `${(told.wrong ?? "").slice(0, tail)}\n${err.slice(-tail)}`;
    if (told.fault === null) return told;
    if (words.unknown.test(said)) return { ...told, conversation: null, unknown: true };
    const fault = at === null ? told.fault : limitOf(words, told.fault, events, said, at);
    const again = fault.kind === "other" && words.spent.test(said) ? { conversation: null } : {};
    return { ...told, fault, ...again };
  };
  return {
    ...driver,
    read: (out, err, exit, at) =>
      judged(driver.read(out, err, exit, at), out, err, at === undefined ? null : Date.parse(at)),
  };
};
