// Reader of transcript events from a program's output stream, live or afterwards.
import type { Driver } from "../../agents/agent.ts";
import { parsed } from "../../core/json/parsed.ts";
import { shortened } from "../../core/words/quote.ts";
import { isRecord } from "../../core/json/record.ts";
import { redact } from "../../core/secrets/redact.ts";
import { joinPieces, type TranscriptEvent } from "../../core/agents/transcript.ts";
import { linesFrom, partBytes, partOf, type Reader } from "./part.ts";

/** Maximum of characters in one event's text. */
const mostText = 16_384;
const mostName = 2_048;

/** How to read a stream: `hear` undefined for plain text; `root`: the program's absolute working directory. */
export type Listener = { readonly hear: Driver["hear"]; readonly root: string };

const within = (path: string, root: string): string =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
/** Removes a leading `cd` to the working directory. */
const atRoot = (command: string, root: string): string =>
  command.startsWith(`cd ${root} && `) ? command.slice(root.length + 7) : command;

const safe = (text: string, most: number): string => shortened(redact(text), most);

const shown = (event: TranscriptEvent, root: string): TranscriptEvent => {
  switch (event.is) {
    case "said":
    case "thought":
    case "error":
      return { ...event, text: safe(event.text, mostText) };
    case "ran":
      return { ...event, command: safe(atRoot(event.command, root), mostName) };
    case "read":
    case "edited":
      return { ...event, path: safe(within(event.path, root), mostName) };
    case "asked":
      return {
        ...event,
        tool: safe(event.tool, mostName),
        about: safe(within(event.about, root), mostName),
      };
    default:
      return event;
  }
};

type Told = { readonly event: TranscriptEvent; readonly at: number };

/** Each with the byte offset of its line. */
const toldIn = (
  bytes: Buffer,
  begin: number,
  hear: NonNullable<Listener["hear"]>,
): readonly Told[] => {
  const told: Told[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at);
    const to = end === -1 ? bytes.length : end;
    const event = bytes[at] === 0x7b ? parsed(bytes.toString("utf8", at, to)) : undefined;
    if (isRecord(event)) for (const one of hear(event)) told.push({ event: one, at: begin + at });
    at = to + 1;
  }
  return told;
};

/** The start of message chunks that may continue: a credential could be split between them. -1: none. */
const openFrom = (told: readonly Told[]): number => {
  const last = told.at(-1)?.event;
  if (last === undefined || !("piece" in last)) return -1;
  const before = told.findLastIndex(
    ({ event }) => !("piece" in event) || event.is !== last.is || event.piece !== last.piece,
  );
  return told[before + 1]?.at ?? -1;
};

/** Complete events from a byte on; `over`: the stream has ended. */
export const eventsFrom = (
  reader: Reader,
  from: number,
  over: boolean,
  { hear, root }: Listener,
): { readonly events: readonly TranscriptEvent[]; readonly next: number } => {
  if (hear === undefined) {
    const { text, next } = partOf(reader, from, over);
    return { events: text === "" ? [] : [{ is: "said", text, piece: "" }], next };
  }
  const { begin, bytes } = linesFrom(reader, from, over);
  const next = begin + bytes.length;
  const isLong = bytes.length > 0 && next < reader.size && !bytes.includes(0x0a);
  if (isLong) return { events: [{ is: "cut", bytes: bytes.length }], next };
  const told = toldIn(bytes, begin, hear);
  const open = over || bytes.length >= partBytes / 2 ? -1 : openFrom(told);
  const whole = open === -1 ? told : told.filter(({ at }) => at < open);
  return {
    events: joinPieces(whole.map(({ event }) => event)).map((event) => shown(event, root)),
    next: open === -1 ? next : open,
  };
};
