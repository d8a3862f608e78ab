// MCP over HTTP, for a server that has let its caller in already; calls from other pages and names are refused here, too.
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { mcpServer } from "./server.ts";
import type { World } from "./world.ts";

type HttpOptions = {
  /** Permitted host names and page origins, without ports; defaults to this machine's own. */
  readonly hosts?: readonly string[];
  readonly onError?: (error: Error) => void;
};
export type HttpMcp = {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
};

/** Handles one path of a server, in both versions of the transport. */
export const guarded = (
  factory: McpServerFactory,
  { hosts, onError }: HttpOptions = {},
): HttpMcp => {
  const handler = createMcpHandler(factory, onError === undefined ? {} : { onerror: onError });
  return {
    fetch: async (request) =>
      hostHeaderValidationResponse(request, [...(hosts ?? localhostAllowedHostnames())]) ??
      originValidationResponse(request, [...(hosts ?? localhostAllowedOrigins())]) ??
      handler.fetch(request),
    close: handler.close,
  };
};

export const httpMcp = (world: World, options: HttpOptions = {}): HttpMcp =>
  guarded(mcpServer(world), options);
