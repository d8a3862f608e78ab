// Gate for commands of every protocol: schema, sender and life state of the run.
import { agentNameWrong, nameOversized } from "../../core/agents/agent-name.ts";
import { isTooDeep, mostLevels } from "../../core/json/depth.ts";
import { lifeWrong, senderWrong } from "../../core/rules/frame.ts";
import type { Message } from "../../core/message.ts";
import type { Command, Facts, Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../core/refusal.ts";
import type { Life } from "../../core/row.ts";

/** A well-formed command with its definition and sender. */
export type Entry = { readonly message: Message; readonly command: Command; readonly by: Sender };

/** A command's definition and its parsed data, or every finding with its pointer. */
export const readCommand = (
  messages: ReadonlyMap<string, Message>,
  protocol: string,
  { type, data: given }: Command,
): { readonly message: Message; readonly data: unknown } | Refusal => {
  const data = given ?? {};
  const message = messages.get(type);
  if (message === undefined)
    return refuse("COMMAND_UNKNOWN", `${protocol} has no command ${type}`, {
      fits: [...messages.keys()].join(", "),
    });
  if (isTooDeep(data))
    return refuse(
      "FIELD_OVERSIZED",
      `${type} holds lists or objects more than ${mostLevels} levels deep`,
      { fits: "long or nested matter belongs in a file that the text names" },
    );
  const read = message.read(data);
  if ("value" in read) return { message, data: read.value };
  const found = read.findings.map(({ pointer, text, code }) =>
    refuse(
      code === "FIELD_OVERSIZED" ? code : "FIELD_INVALID",
      `${type}${pointer === "" ? "" : ` ${pointer}`} ${text}`,
      { pointer, fits: `\`cairn schema ${protocol}/${type}\` shows the fields` },
    ),
  );
  return refuseAll(found) ?? refuse("FIELD_INVALID", `${type} does not fit its schema`);
};

/** Facts that only a verb may record can't be sent without it. */
export const verbWrong = (
  { type, verb }: Message,
  { run, verb: own }: { readonly run: string; readonly verb?: string },
): Refusal | null =>
  verb === undefined || verb === own
    ? null
    : refuse(
        "SENDER_WRONG",
        `${type} records what \`cairn ${verb}\` has done: it can't be sent by itself`,
        {
          fits: `\`cairn ${verb} ${run}\` does it and records it`,
        },
      );

/** A command for a new run: parsed, and completed from facts. */
export const readFilled = (
  known: ReadonlyMap<string, Message>,
  protocol: string,
  command: Command,
  facts: Facts,
  by: Sender,
): Entry | Refusal => {
  const read = readCommand(known, protocol, command);
  if (isRefusal(read)) return read;
  const { message } = read;
  const data = message.fill?.(read.data, facts, null) ?? read.data;
  return { message, command: { type: command.type, data }, by };
};

/** Checks sender and time. `life` null: a new run. */
export const gate = (asked: Entry, life: Life | null): Refusal | null => {
  const { message, by } = asked;
  // A holder's name was checked at the claim.
  const strange = by.kind === "agent" && by.job === undefined;
  const wrong =
    senderWrong(message.type, message.who, by) ??
    (strange ? agentNameWrong(by.name) : nameOversized(by.name));
  return wrong ?? (life === null ? null : lifeWrong(message.type, message.when, life));
};
