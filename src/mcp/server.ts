// MCP server for both eras of the protocol and all transports.
import {
  CLIENT_INFO_META_KEY,
  McpServer,
  type McpServerFactory,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isRecord } from "../core/json/record.ts";
import { answered } from "./answer.ts";
import type { Answering, Tool } from "./tool.ts";
import { claim } from "./tools/claim.ts";
import { ask, progress, release, report } from "./tools/holder.ts";
import { read } from "./tools/read.ts";
import { send } from "./tools/send.ts";
import { status } from "./tools/status.ts";
import type { World } from "./world.ts";

/** At most eight, as every connected agent reads them all. */
const tools: readonly Tool[] = [status, read, claim, progress, ask, report, release, send];

const instructions =
  "Cairn keeps the record of work that agents do. Call `status` first. Do one job at a time: read its brief, do it, end it by `report`. " +
  "Only the rules and cairn's own checks decide what is done; decisions of a person are not yours to make: ask, or stop and say what waits.";

/** The client's self-reported identity: since 2026 per request, before that per connection. */
const clientOf = (server: McpServer, { mcpReq }: ServerContext): unknown => {
  const envelope: unknown = mcpReq.envelope;
  const said = isRecord(envelope) ? envelope[CLIENT_INFO_META_KEY] : undefined;
  // oxlint-disable-next-line typescript/no-deprecated -- of the older eras there is no other way to it
  return said ?? server.server.getClientVersion();
};

/** Every caller here is an agent, under any name. */
const nameOf = (client: unknown): string => {
  const name =
    isRecord(client) && typeof client["name"] === "string"
      ? client["name"].trim().slice(0, 100)
      : "";
  return name === "" ? "agent" : name;
};

/** Creates a server per connection, or per HTTP request. */
export const mcpServer =
  (world: World): McpServerFactory =>
  () => {
    const server = new McpServer(
      { name: "cairn", version: world.version },
      // The offered tools never change during a connection.
      {
        instructions,
        capabilities: { tools: { listChanged: false } },
      },
    );
    const answer: Answering = (request, asked, looks) =>
      answered(() =>
        world.reach(
          (system) => asked({ system, world, client: nameOf(clientOf(server, request)) }),
          looks,
        ),
      );
    for (const { register } of tools) register(server, answer);
    return server;
  };
