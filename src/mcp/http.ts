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
  /** What each call must bring as `Authorization: Bearer …`. Whoever mounts it draws one, and hands it to nobody but those who may call. */
  readonly secret: string;
  /** Host names under which it may be asked, and that pages may come from, without ports; default: this machine's own. */
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

/** By digests, which are of one length, so that the time it takes tells nothing of the secret. */
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

/** Both eras behind the guards of addresses. */
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

/** To be mounted at one path of a server. Without the secret nothing of a call is read. A job's token comes with each call: the process around it has none to lend. Fault SECRET_SHORT. */
export const httpMcp = (world: World, { secret, ...options }: HttpOptions): HttpMcp => {
  const admitted = admits(secret);
  const { fetch, close } = guarded(
    mcpServer({ ...world, own: { run: null, token: null } }),
    options,
  );
  return { fetch: async (request) => (admitted(request) ? fetch(request) : unauthorised()), close };
};
