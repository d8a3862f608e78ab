// MCP over HTTP: checks a bearer secret and the host name before reading a request.
import { createHash, timingSafeEqual } from "node:crypto";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { Fault } from "../core/refusal.ts";
import { mcpServer } from "./server.ts";
import type { World } from "./world.ts";

export type HttpOptions = {
  /** Required in each call as `Authorization: Bearer …`. The caller generates it and gives it only to permitted clients. */
  readonly secret: string;
  /** Permitted host names and page origins, without ports; defaults to this machine's own. */
  readonly hosts?: readonly string[];
  readonly onError?: (error: Error) => void;
};
export type HttpMcp = {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
};

/** In characters: 128 bits take 22 in base64, 32 in hex. */
const leastSecret = 22;
const digested = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares digests, whose equal length hides the secret from timing. */
const admits = (secret: string): ((request: Request) => boolean) => {
  if (secret.length < leastSecret)
    throw new Fault(
      "SECRET_SHORT",
      `a secret of ${secret.length} characters can be guessed`,
      `give one of ${leastSecret} or more, drawn by chance`,
    );
  const wanted = digested(secret);
  return ({ headers }) =>
    timingSafeEqual(
      digested(/^bearer +(\S+)$/iu.exec(headers.get("authorization") ?? "")?.[1] ?? ""),
      wanted,
    );
};

const unauthorised = (): Response =>
  new Response("this address wants its secret: Authorization: Bearer …\n", {
    status: 401,
    headers: { "www-authenticate": "Bearer" },
  });

/** Both versions of the transport behind the address checks. */
export const guarded = (
  factory: McpServerFactory,
  { hosts, onError }: Omit<HttpOptions, "secret"> = {},
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

/** Handles one path of a server. Reads nothing of a call without the secret. Each call brings its job's token, since the server's process has none. Fault SECRET_SHORT. */
export const httpMcp = (world: World, { secret, ...options }: HttpOptions): HttpMcp => {
  const admitted = admits(secret);
  const { fetch, close } = guarded(
    mcpServer({ ...world, own: { run: null, token: null } }),
    options,
  );
  return { fetch: async (request) => (admitted(request) ? fetch(request) : unauthorised()), close };
};
