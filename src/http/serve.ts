// HTTP server's composition: options, access, port (4747 by default) and shutdown.
import type { Sender } from "../core/protocol.ts";
import type { System } from "../runtime/system.ts";
import { type Ask, makeApp } from "./app.ts";
import { groundOf } from "./server-parts.ts";
import { namesOf } from "./door/guard.ts";
import { hostsOf, inAddress, shownHost } from "./door/hosts.ts";
import { type Limits, limits as usual } from "./door/limits.ts";
import { listen } from "./door/listen.ts";
import { described } from "./openapi.ts";
import { pageFiles } from "./show/page-files.ts";
import { routes } from "./routes.ts";
import { newSecret, session } from "./door/session.ts";

export { isHost, isLoopback } from "./door/hosts.ts";

export const usualPort = 4747;

type Mcp = { readonly fetch: Ask; readonly close: () => Promise<void> };

/** Loaded on demand: most servers never serve an agent, and the code is slow to load. */
const whenAsked = (make: () => Promise<Mcp>): Mcp => {
  let made: Promise<Mcp> | null = null;
  return {
    fetch: async (request) => (await (made ??= make())).fetch(request),
    close: async () => (await made)?.close(),
  };
};

export type ServeOptions = {
  readonly system: System;
  readonly by: Sender;
  readonly version: string;
  readonly host: string;
  /** null: the default, or the next free one. 0: any. */
  readonly port: number | null;
  /** Creates the MCP handler on its first request, for these names in URL form. */
  readonly mcp: (hosts: readonly string[]) => Promise<Mcp>;
  readonly note: (line: string) => void;
  /** The folder of the page's built files; optional. */
  readonly page?: string;
  readonly limits?: Limits;
};

export type Served = {
  /** `http://127.0.0.1:4747` */
  readonly origin: string;
  /** With the token, for people. */
  readonly url: string;
  readonly token: string;
  readonly agents: { readonly url: string; readonly token: string };
  /** Ends within two seconds, even with open pages. */
  readonly close: () => Promise<void>;
};

/** Faults: PAGE_MISSING, PORT_TAKEN, PORT_FORBIDDEN, HOST_UNAVAILABLE. */
export const serve = async (options: ServeOptions): Promise<Served> => {
  const { host, port, note, limits = usual } = options;
  const page = pageFiles(options.page);
  const ground = groundOf(options);
  const ends: (() => Promise<void>)[] = [];
  const made = { origin: "", token: "", agents: "" };
  const listening = await listen(
    { host, port: port ?? usualPort, only: port !== null },
    limits,
    (at) => {
      const hosts = hostsOf(host, at.address);
      const held = session(newSecret());
      const mcp = whenAsked(() => options.mcp(hosts.map(inAddress)));
      ends.push(mcp.close);
      Object.assign(made, {
        origin: `http://${shownHost(host)}:${at.port}`,
        token: held.token,
        agents: held.agents,
      });
      const ask = makeApp({
        routes: described(routes),
        ground,
        session: held,
        names: namesOf(hosts),
        page,
        mcp: mcp.fetch,
        limits,
        note,
      });
      return { ask, admits: (request) => held.admits(request) || held.admitsAgent(request) };
    },
  );
  const { origin, token, agents } = made;
  return {
    origin,
    url: `${origin}/?token=${token}`,
    token,
    agents: { url: `${origin}/mcp`, token: agents },
    close: async () => {
      ground.live.end();
      await Promise.all([listening.close(), ground.runners.end(), ...ends.map((end) => end())]);
    },
  };
};
