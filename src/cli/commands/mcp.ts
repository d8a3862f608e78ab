// Verb `cairn mcp`: MCP server by which agents claim, report on and end jobs.
import { last } from "../flags/args.ts";
import { besideOf } from "../beside.ts";
import { exits, type Verb } from "../verb.ts";
import { packageVersion } from "../version.ts";

export const mcp: Verb = {
  name: "mcp",
  summary: "serve agents over MCP, on standard input and output",
  args: [],
  options: {},
  stays: "answers",
  example: ["claude mcp add cairn -- cairn mcp", "codex mcp add cairn -- cairn mcp"],
  run: async (context) => {
    const { given, env } = context;
    const { serveMcp } = await import("../../mcp/stdio.ts");
    const of = (name: string): string | null =>
      (env[name] ?? "") === "" ? null : (env[name] ?? null);
    const signal = context.interrupted();
    if (context.asks)
      context.note(
        "speaks MCP on standard input and output, for agents to start: `cairn help mcp` says how. Ctrl-C ends it.",
      );
    await serveMcp(
      {
        reach: besideOf(context),
        own: { run: of("CAIRN_RUN"), token: of("CAIRN_TOKEN") },
        as: last(given, "as"),
        version: packageVersion(),
      },
      { input: process.stdin, output: process.stdout },
      signal,
      context.note,
    );
    return { exit: signal.aborted ? exits.interrupted : exits.done };
  },
};
