// MCP tool `send`: protocol commands other than a report, one tool for all.
import { z } from "zod";
import { isRefusal } from "../../core/refusal.ts";
import { messageOf } from "../commands.ts";
import { nameLimit, run, token } from "../fields.ts";
import { filled, heldOf, runOf, stranger } from "../claim.ts";
import { sentText } from "../event-lines.ts";
import { tool } from "../tool.ts";

export const send = tool("send", {
  means:
    'Send one of the protocol\'s commands for agents; read {"what": "commands"} lists them. A person\'s decisions are not among them.',
  args: z.strictObject({
    command: z.string().max(nameLimit),
    data: z.looseObject({}).optional(),
    run,
    token,
  }),
  async run(call, args) {
    const named = filled(args.token) ?? call.world.own.token;
    const held = named === null ? null : await heldOf(call, args);
    if (isRefusal(held)) return held;
    const card = held === null ? await runOf(call, args.run) : held.card;
    if (isRefusal(card)) return card;
    const message = messageOf(await call.system.messages(card.protocol), args.command.trim());
    if (isRefusal(message)) return message;
    const by = held === null ? await stranger(call) : held.by;
    const sent = await call.system.send(
      card.run,
      [{ type: message.type, data: args.data ?? {} }],
      by,
    );
    return isRefusal(sent) ? sent : sentText(call, card.protocol, sent);
  },
});
