// MCP tool as one value: registration, size limit and word count in one place.
import type {
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { Refusal } from "../core/refusal.ts";
import type { Answered } from "./answer.ts";
import type { Call } from "./world.ts";

/** Answers a call, opening what it needs. `looks`: it changes nothing. */
export type Answering = (
  request: ServerContext,
  asked: (call: Call) => Promise<string | Refusal>,
  looks: boolean,
) => Promise<Answered>;
export type Tool = {
  readonly name: string;
  readonly register: (server: McpServer, answer: Answering) => void;
};

type Given<A> = {
  readonly means: string;
  /** It changes nothing. */
  readonly looks?: true;
  readonly args: StandardSchemaWithJSON<unknown, A>;
  readonly run: (call: Call, args: A) => Promise<string | Refusal>;
};

export const tool = <A>(name: string, { means, looks, args, run }: Given<A>): Tool => ({
  name,
  register: (server, answer) => {
    const annotations =
      looks === true ? { readOnlyHint: true } : { destructiveHint: false, openWorldHint: false };
    server.registerTool(
      name,
      { description: means, inputSchema: args, annotations },
      async (given, request) => {
        const { text, wrong } = await answer(request, (call) => run(call, given), looks === true);
        return { content: [{ type: "text", text }], ...(wrong ? { isError: true } : {}) };
      },
    );
  },
});
