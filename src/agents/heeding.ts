// Common reading of agent programs' own words about limits, conversations and their streams, by each driver's table.
import type { AgentFault } from "../core/job.ts";
import type { AgentOutput, Driver } from "./agent.ts";
import { type ResetWords, retryBy, retryIn } from "./resets.ts";
import { eventsOf, type StreamEvent } from "./stream.ts";

/** Wordings of one program; a version stands beside what was seen of it. */
export type ProgramWords = {
  /** The stream that its driver reads, and the version that this was tried with. */
  readonly stream: string;
  /** The moment of reset in a field of its stream, in ms; null: none. Goes before wordings. */
  readonly resetIn?: (events: readonly StreamEvent[]) => number | null;
  readonly resets: readonly ResetWords[];
  /** It doesn't know the conversation to be resumed. */
  readonly unknown: RegExp;
};

/** What the same conversation would meet again, whatever the program: its history is too long, or refused. */
const spent =
  /prompt is too long|context (?:length|window)[^.]{0,40}exceed|exceeds? the (?:maximum|model's) (?:context|number of tokens)|input is too long|ran out of room in the model's context window|conversation is too long|context_length_exceeded|image (?:exceeds|dimensions exceed|was too large)|could not process image|tool_use.{0,80}tool_result|invalid_request_error|\b400\b.{0,80}invalid[ _]/isu;

/** Characters of standard error that are looked at. */
const tail = 16_000;

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
    const said = `${told.wrong ?? ""}\n${err.slice(-tail)}`;
    if (told.fault === null) return told;
    if (words.unknown.test(said)) return { ...told, conversation: null, unknown: true };
    const fault = at === null ? told.fault : limitOf(words, told.fault, events, said, at);
    const again = fault.kind === "other" && spent.test(said) ? { conversation: null } : {};
    return { ...told, fault, ...again };
  };
  return {
    ...driver,
    read: (out, err, exit, at) =>
      judged(driver.read(out, err, exit, at), out, err, at === undefined ? null : Date.parse(at)),
  };
};
