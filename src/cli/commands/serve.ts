// Verb `cairn serve`: serves the page, and other programs over HTTP and MCP.
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, type Refusal, refuse } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { resolve } from "node:path";
import { errorText } from "../../core/error-text.ts";
import type { OpenOptions } from "../../open.ts";
import { has, last } from "../args.ts";
import { openPage } from "../browser.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { packageVersion } from "../version.ts";
import { speaker } from "../who.ts";

const lookMs = 1_000;

/** A ledger that isn't the opened one any more reports that to readers. */
const isMoved = async (system: Pick<System, "runs">): Promise<boolean> => {
  try {
    await system.runs({ run: "" });
    return false;
  } catch (error) {
    return error instanceof Fault && error.code === "LEDGER_MOVED";
  }
};

/** A ledger that was only moved away leaves nothing to show, and continues when it is back. */
const isThere = async (open: () => Promise<System>): Promise<boolean> => {
  try {
    const found = await open();
    try {
      return (await found.newestSeq()) > 0;
    } finally {
      await found.close();
    }
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
};

/** true: another ledger with events is in its place; false: interrupted before. `open`: opens the current one, besides the system. */
export const replaced = async (
  system: Pick<System, "runs">,
  open: () => Promise<System>,
  signal: AbortSignal,
): Promise<boolean> => {
  for (;;) {
    await sleep(lookMs, null, { signal }).catch(() => null);
    if (signal.aborted) return false;
    if ((await isMoved(system)) && (await isThere(open))) return true;
  }
};

const portOf = (text: string | null): number | null | Refusal => {
  if (text === null) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535
    ? port
    : refuse("USAGE", `--port ${text.slice(0, 40)} is no port`, {
        fits: "a number from 0 (any that is free) to 65535",
      });
};

/** Announces the page's address to processes on this machine that send notices, once there is a run. */
const announced = async (
  { workspace, ledger, watch }: Pick<System, "workspace" | "ledger" | "watch">,
  origin: string,
  now: () => number,
): Promise<{ readonly end: () => void }> => {
  const servers = await workspace.servers();
  const since = new Date(now()).toISOString();
  let end: (() => void) | null = null;
  const begin = (): void => void (end ??= servers.begin({ origin, ledger, since }));
  begin();
  const unwatch = watch(begin);
  return {
    end: () => {
      unwatch();
      end?.();
    },
  };
};

/** A separate system for the same folder and ledger, for one use. */
const besideOf = (context: Context, open: (options: OpenOptions) => Promise<System>) => {
  const { given, cwd, env } = context;
  const [root, ledger] = [last(given, "root"), last(given, "ledger")];
  const places = { ...(root === null ? {} : { root }), ...(ledger === null ? {} : { ledger }) };
  return (views = false): Promise<System> =>
    open({ cwd, env, away: context.away(), ...(views ? { views } : {}), ...places });
};

/** The MCP handler, with its own system for each use. */
const mcpBy =
  (beside: (views: boolean) => Promise<System>, version: string, note: (line: string) => void) =>
  async (hosts: readonly string[], agents: string) =>
    (await import("../../mcp/http.ts")).httpMcp(
      {
        async reach(use, looks) {
          const own = await beside(looks);
          try {
            return await use(own);
          } finally {
            await own.close();
          }
        },
        own: { run: null, token: null },
        as: null,
        version,
      },
      { hosts, secret: agents, onError: (error) => note(`mcp: ${error.message}`) },
    );

/** The agents' token stays off a screen that others may see. */
const shownText = (root: string, url: string, mcp: string): string =>
  [
    `${root} is shown at`,
    `  ${url}`,
    `agents are answered over MCP at ${mcp}; \`cairn serve --json\` says their token, too`,
    "Ctrl-C ends it; runs and their jobs go on.",
  ].join("\n");

const opened =
  (note: (line: string) => void) =>
  (why: string | null): void =>
    void (why === null || note(`no browser was opened: ${why}. Open the address above yourself`));

export const serve: Verb = {
  name: "serve",
  views: "first",
  summary: "show all runs on a page in your browser; answers HTTP and MCP, too",
  args: [],
  options: {
    port: { means: "where to listen; default: 4747, or the next that is free", word: "N" },
    host: { means: "the address to listen at; default: 127.0.0.1, this machine alone", word: "H" },
    open: { means: "open the page in your browser", word: null },
    page: { means: "the folder of the built page", word: "DIR", hidden: true },
  },
  stays: "answers",
  example: ["cairn serve --open", "cairn serve --port 8080 --json"],
  run: async (context): Promise<Answer | Refusal> => {
    const { given, cwd, note } = context;
    const port = portOf(last(given, "port"));
    if (typeof port === "object" && port !== null) return port;
    const http = await import("../../http/serve.ts");
    const host = last(given, "host") ?? "127.0.0.1";
    if (!http.isHost(host))
      return refuse(
        "USAGE",
        `--host ${host.slice(0, 100)} is no name of a machine, and no address`,
        { fits: "one without a port" },
      );
    const [{ open }, system] = await Promise.all([import("../../open.ts"), context.system()]);
    const beside = besideOf(context, open);
    const version = packageVersion();
    const signal = context.interrupted();
    const by = await speaker(context, system);
    const page = last(given, "page");
    const secret = http.newSecret();
    const serving = (of: System, at: number | null) =>
      http.serve({
        system: of,
        by,
        version,
        host,
        port: at,
        secret,
        note,
        ...(page === null ? {} : { page: resolve(cwd, page) }),
        mcp: mcpBy(beside, version, note),
      });
    let shown = system;
    let served = await serving(shown, port);
    const { url, origin, agents } = served;
    let up = await announced(shown, origin, context.now);
    if (!http.isLoopback(host))
      note(
        `anyone who reaches ${origin} over the network can read all traffic, the token too: it is not encrypted. ` +
          "To look from another machine, leave --host out and forward the port by ssh: `cairn help serve` says how",
      );
    context.tell({
      json: { url, root: system.root, mcp: agents },
      text: () => shownText(system.root, url, agents.url),
    });
    if (has(given, "open")) void openPage(url, context.env).catch(errorText).then(opened(note));
    while (await replaced(shown, () => beside(true), signal)) {
      // With the same port and secret, open pages reconnect and reload everything.
      up.end();
      await served.close();
      shown = await context.reopened().catch(() => context.system());
      served = await serving(shown, Number(new URL(origin).port || 80));
      up = await announced(shown, origin, context.now);
      note(
        "another ledger lies in the place of the one that was shown: it is opened and shown now",
      );
    }
    up.end();
    await served.close();
    return { exit: exits.done };
  },
};
