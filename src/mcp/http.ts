// Why: a page in the user's browser can reach every port of this machine, so the address that was asked for is judged before anything else.
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

export type HttpOptions = {
  /** Host names under which it may be asked, and that pages may come from, without ports; default: this machine's own. */
  readonly hosts?: readonly string[];
  readonly onError?: (error: Error) => void;
};
export type HttpMcp = { readonly fetch: (request: Request) => Promise<Response>; readonly close: () => Promise<void> };

/** Both eras behind the guards. */
export const guarded = (factory: McpServerFactory, { hosts, onError }: HttpOptions = {}): HttpMcp => {
  const handler = createMcpHandler(factory, onError === undefined ? {} : { onerror: onError });
  return {
    fetch: async (request) =>
      hostHeaderValidationResponse(request, [...(hosts ?? localhostAllowedHostnames())]) ??
      originValidationResponse(request, [...(hosts ?? localhostAllowedOrigins())]) ??
      handler.fetch(request),
    close: handler.close,
  };
};

/** To be mounted at one path of a server. A job's token comes with each call: the process around it has none to lend. */
export const httpMcp = (world: World, options: HttpOptions = {}): HttpMcp =>
  guarded(mcpServer({ ...world, own: { run: null, token: null } }), options);
