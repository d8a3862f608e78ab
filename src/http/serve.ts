// HTTP server's composition: options, access, port (4747 by default) and shutdown.
import type { Sender } from "../core/protocol.ts";
import type { System } from "../runtime/system.ts";
import { type Ask, makeApp } from "./app.ts";
import { groundOf } from "./ground.ts";
import { namesOf } from "./door/guard.ts";
import { hostsOf, inAddress, shownHost } from "./door/hosts.ts";
import { type Limits, limits as usual } from "./door/limits.ts";
import { listen } from "./door/listen.ts";
import { described } from "./openapi.ts";
import { pageFiles } from "./show/page-files.ts";
import { routes } from "./routes.ts";
import { newSecret, session } from "./door/session.ts";

export { isHost, isLoopback } from "./door/hosts.ts";
export { newSecret } from "./door/session.ts";

export const usualPort = 4747;

type Mcp = { readonly fetch: Ask; readonly close: () => Promise<void> };

/** Most servers are never asked by an agent, and what answers those takes a while to load. */
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
  /** null: the usual one, or the next that is free. 0: any. */
  readonly port: number | null;
  /** Makes what answers agents over MCP, under these names, as they stand in addresses, and with this secret of theirs, when the first of them asks. */
  readonly mcp: (hosts: readonly string[], secret: string) => Promise<Mcp>;
  readonly note: (line: string) => void;
  /** Of the page's built files, if not the usual one. */
  readonly page?: string;
  /** 256 bits by chance if not said: whoever begins a server anew under the same one finds the same pages let in. */
  readonly secret?: Buffer;
  readonly limits?: Limits;
};

export type Served = {
  /** `http://127.0.0.1:4747` */
  readonly origin: string;
  /** With the token, for people. */
  readonly url: string;
  readonly token: string;
  readonly agents: { readonly url: string; readonly token: string };
  /** Ends within two seconds, whoever still looks. */
  readonly close: () => Promise<void>;
};

/** Faults: PAGE_MISSING, PORT_TAKEN, PORT_FORBIDDEN, HOST_UNAVAILABLE. */
export const serve = async (options: ServeOptions): Promise<Served> => {
  const { host, port, note, limits = usual, secret = newSecret() } = options;
  const page = pageFiles(options.page);
  const ground = groundOf(options);
  const ends: (() => Promise<void>)[] = [];
  const made = { origin: "", token: "", agents: "" };
  const listening = await listen(
    { host, port: port ?? usualPort, only: port !== null },
    limits,
    (at) => {
      const hosts = hostsOf(host, at.address);
      const held = session(secret);
      const mcp = whenAsked(() => options.mcp(hosts.map(inAddress), held.agents));
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
