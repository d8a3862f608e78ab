// Commands that a person gives by a button: those of a verb for the run, and those about one unit that take a reason.
import type { Protocol, Stamp } from "../../core/protocol.ts";
import { isRecord } from "../../core/json/record.ts";
import { labelOf, type Message } from "../../core/message.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { ViewNode } from "../../core/view.ts";
import type { CommandList } from "../answers.ts";

type Offer = CommandList["commands"][number];
/** `unit`: null for the run. */
type Ground = {
  readonly protocol: Protocol;
  readonly state: unknown;
  readonly stamp: Stamp;
  readonly unit: Pick<ViewNode, "id" | "kind"> | null;
};

/** Names of a command's field for a unit, and for words about it, in order of precedence. */
const names = { unit: ["unit", "task", "story", "node", "subject"], note: ["note", "reason"] };

const isShared = ({ who }: Message): boolean => who.includes("agent") || who[0] !== "person";

/** A refusal that no fact could lift. */
const isOfRun = ({ code }: Refusal): boolean =>
  code.startsWith("RUN_") || code === "ARCHIVE_MISSING";

/** Decides by the record alone; one that asks for facts counts as possible, unless the run itself forbids it. */
const isPossible = ({ protocol, state, stamp }: Ground, message: Message, data: unknown) => {
  const read = message.read(data);
  if ("findings" in read) return false;
  const asks = Object.keys(message.ask?.(state, read.value) ?? {}).length > 0;
  const decided = protocol.decide(state, { type: message.type, data: read.value }, stamp);
  return isRefusal(decided) ? asks && !isOfRun(decided) : asks || decided.length > 0;
};

/** null: it has no button now. */
export const offerOf = (ground: Ground, message: Message): Offer | null => {
  const { protocol, unit } = ground;
  const { type, means, redoes } = message;
  const { properties, required } = message.json?.() ?? {};
  const fields = isRecord(properties) ? properties : {};
  const verb = Object.entries(protocol.verbs).find(([, command]) => command === type)?.[0] ?? null;
  const about = [unit?.kind ?? "", ...names.unit].find((name) => name in fields);
  const note = names.note.find((name) => name in fields);
  if (
    unit === null ? verb === null : isShared(message) || about === undefined || note === undefined
  )
    return null;
  const data = {
    ...(unit === null || about === undefined ? {} : { [about]: unit.id }),
    ...(note === undefined ? {} : { [note]: "-" }),
  };
  if (!isPossible(ground, message, data)) return null;
  return {
    type,
    label: labelOf(message),
    means,
    verb,
    ...(redoes === undefined ? {} : { redoes }),
    ...(unit === null || about === undefined ? {} : { unit: about }),
    ...(note === undefined
      ? {}
      : { note, must: Array.isArray(required) && required.includes(note) }),
  };
};
