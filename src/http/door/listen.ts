// HTTP listener: socket limits and timeouts, and a shutdown that ends open streams.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Fault, refuse } from "../../core/refusal.ts";
import type { Ask } from "../app.ts";
import { secured } from "./headers.ts";
import type { Limits } from "./limits.ts";
import { asJson, failure } from "../show/problem.ts";

/** The part of a socket that is needed. */
type Connection = {
  readonly destroy: () => unknown;
  readonly once: (event: "close", told: () => void) => unknown;
};
type Strangers = {
  /** Adds an unauthenticated connection. */
  readonly meet: (connection: Connection) => void;
  /** It sent a session or a token: from now on only the general limits apply. */
  readonly letIn: (connection: Connection) => void;
};

/** At most `most` at once: beyond that the oldest is closed. A permitted client authenticates within moments, unlike one that occupies a slot. */
const strangers = (most: number): Strangers => {
  const waiting = new Set<Connection>();
  return {
    meet(connection) {
      waiting.add(connection);
      connection.once("close", () => waiting.delete(connection));
      for (const oldest of waiting) {
        if (waiting.size <= most) return;
        waiting.delete(oldest);
        oldest.destroy();
      }
    },
    letIn: (connection) => void waiting.delete(connection),
  };
};

export type Listening = {
  readonly port: number;
  /** The listening address, for which a name may stand. */
  readonly address: string;
  /** Completes pending answers; cuts endless ones after a moment. */
  readonly close: () => Promise<void>;
};

export type Answering = {
  readonly ask: Ask;
  /** Whether it has a session or a token. */
  readonly admits: (request: Request) => boolean;
};

/** A request that two programs could parse differently. */
const isAmbiguous = ({
  url,
  rawHeaders,
}: Pick<IncomingMessage, "rawHeaders"> & { readonly url?: string | undefined }): boolean =>
  url?.startsWith("/") !== true ||
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length !== 1;

const malformed = (): Response =>
  secured(
    asJson(
      failure(
        400,
        refuse("REQUEST_BROKEN", "this request can't be read", {
          fits: "a path that begins with a slash, and one Host",
        }),
      ),
    ),
  );

const serverOf = ({ ask, admits }: Answering, limits: Limits): Server => {
  const { meet, letIn } = strangers(limits.strangers);
  const answer = (
    request: Request,
    { socket }: Pick<IncomingMessage, "socket">,
  ): Promise<Response> => {
    if (admits(request)) letIn(socket);
    return ask(request);
  };
  const listener = getRequestListener(
    async (request, { incoming }) =>
      isAmbiguous(incoming) ? malformed() : answer(request, incoming),
    { overrideGlobalObjects: false, errorHandler: malformed },
  );
  const server = createServer(
    {
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(5_000, limits.headersMs / 2),
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.timeout = limits.stillMs;
  server.maxConnections = limits.sockets;
  server.on("connection", meet);
  return server;
};

/** How many ports after the default one to try if none was requested. */
const further = 20;

const faultOf = (error: unknown, host: string, port: number): unknown => {
  const code = error instanceof Error && "code" in error ? error.code : "";
  switch (code) {
    case "EADDRINUSE":
      return new Fault(
        "PORT_TAKEN",
        `port ${port} of ${host} is taken`,
        "name another one by --port; --port 0 takes any that is free",
        error,
      );
    case "EACCES":
      return new Fault(
        "PORT_FORBIDDEN",
        `this user may not listen at port ${port}`,
        "name one above 1023 by --port",
        error,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new Fault(
        "HOST_UNAVAILABLE",
        `this machine has no address ${host}`,
        "name one of its own by --host, or leave it out",
        error,
      );
    default:
      return error;
  }
};

const opened = async (server: Server, host: string, port: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port, exclusive: true }, resolve);
  try {
    await promise;
  } finally {
    server.off("error", reject);
  }
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** Time for open streams to end by themselves. */
const closingMs = 500;

/** Listens at the first free port from `port` on, or only at that one. Calls `answer` once the port is known. Faults: PORT_TAKEN, PORT_FORBIDDEN, HOST_UNAVAILABLE. */
export const listen = async (
  { host, port, only }: { readonly host: string; readonly port: number; readonly only: boolean },
  limits: Limits,
  answer: (at: Pick<Listening, "port" | "address">) => Answering,
): Promise<Listening> => {
  let answering: Answering = { ask: () => Promise.resolve(malformed()), admits: () => false };
  const server = serverOf(
    { ask: (request) => answering.ask(request), admits: (request) => answering.admits(request) },
    limits,
  );
  const last = only || port === 0 ? port : port + further;
  for (let tried = port; ; tried += 1) {
    try {
      await opened(server, host, tried);
      break;
    } catch (error) {
      if (!isTaken(error) || tried >= last) throw faultOf(error, host, tried);
    }
  }
  const bound = server.address();
  if (typeof bound !== "object" || bound === null) throw new Error("the server listens at no port");
  const at = { port: bound.port, address: bound.address };
  answering = answer(at);
  return {
    ...at,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      const cut = setTimeout(() => server.closeAllConnections(), closingMs);
      await closed.promise;
      clearTimeout(cut);
    },
  };
};
