// Commands for agents over MCP: names and arguments derived from the protocol's messages.
import type { Message } from "../core/message.ts";
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";

/** Excludes starts: a job within a run can't start another run. */
const forAgents = (messages: readonly Message[]): readonly Message[] =>
  messages.filter(
    ({ who, type, judged }) => who.includes("agent") && type !== "Start" && judged !== true,
  );

export const messageOf = (messages: readonly Message[], type: string): Message | Refusal =>
  messages.find((message) => message.type === type) ??
  refuse("COMMAND_UNKNOWN", `there is no command ${type.slice(0, 64)}`, {
    fits: `for agents: ${forAgents(messages)
      .map((message) => message.type)
      .join(", ")}`,
  });

/** All commands, or the fields of one. */
export const commandsText = (
  messages: readonly Message[],
  type: string | null,
): string | Refusal => {
  if (type === null)
    return [
      'for agents, most of them for the holder of the job concerned; read {"what": "commands/NAME"} shows the fields of one:',
      ...forAgents(messages).map((message) => `${message.type}: ${message.means}`),
    ].join("\n");
  const message = messageOf(messages, type);
  return isRefusal(message)
    ? message
    : `${message.type}: ${message.means}\n${JSON.stringify(message.json?.() ?? {})}`;
};
