// Why: one server for both eras of the protocol and for every transport; what is offered, and to whom, is said here.
import { McpServer, type McpServerFactory } from "@modelcontextprotocol/server";
import { told } from "./answer.ts";
import { registerResources } from "./resources.ts";
import type { Answering } from "./tool.ts";
import { tools } from "./tools.ts";
import type { World } from "./world.ts";

const instructions =
  "Cairn keeps the record of work that agents do. Call `status` first. Do one job at a time: read its brief, do it, end it by `report`. " +
  "Only the rules and cairn's own checks decide what is done; decisions of a person are not yours to make: ask, or stop and say what waits.";

/** Whoever calls here is an agent; under what name is its own claim. */
const nameOf = (name: string | undefined): string => (name ?? "").trim().slice(0, 100) || "agent";

/** Makes a server a connection, or a request over HTTP. */
export const mcpServer =
  (world: World): McpServerFactory =>
  () => {
    const server = new McpServer(
      { name: "cairn", version: world.version },
      // What is offered never changes while a connection lasts.
      { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
    );
    const answer: Answering = (asked) =>
      told(() => world.reach((system) => asked({ system, world, client: nameOf(server.server.getClientVersion()?.name) })));
    for (const { register } of tools) register(server, answer);
    registerResources(server, answer);
    return server;
  };
