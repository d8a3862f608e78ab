// Pure part of adopting a folder, from texts and facts alone; shared by `adopt` and `check`, so that they agree.
import type { Message } from "../../core/message.ts";
import type { Command, Facts, Protocol, Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path, Recorded, Time } from "../../core/row.ts";
import { commit } from "../send/commit.ts";
import { emptyFold, type Folded } from "../fold.ts";
import { readFilled } from "../send/gate.ts";

type Rules = {
  readonly protocol: Protocol;
  readonly types: ReadonlyMap<string, Message>;
  now(): Time;
};
type Birth = {
  readonly run: string;
  /** Relative to the repository's base. */
  readonly root: string;
  readonly by: Sender;
  /** The protocol's options from the configuration. */
  readonly options: Readonly<Record<string, unknown>>;
};
export type WouldAdopt = {
  readonly command: Command;
  readonly folded: Folded;
  readonly events: readonly Recorded[];
  /** Files to write, relative to its folder. */
  readonly files: readonly Path[];
};

/** `start`: as read by the protocol. Refused by its rules. */
export const wouldAdopt = (
  { protocol, types, now }: Rules,
  start: Command,
  facts: Facts,
  birth: Birth,
): WouldAdopt | Refusal => {
  const { run, root, by, options } = birth;
  const command = protocol.complete(start, facts, run, 0, options);
  const asked = readFilled(types, protocol.name, command, facts, by);
  if (isRefusal(asked)) return asked;
  const decided = commit.decide(now, emptyFold(protocol, root, null), run, "dry", [asked]);
  if (isRefusal(decided)) return decided;
  const { folded, events } = decided;
  return { command, folded, events, files: Object.keys(protocol.write(folded.state, events)) };
};
