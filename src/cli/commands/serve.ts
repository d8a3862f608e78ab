// Verb `cairn serve`: serves the page, and other programs over HTTP and MCP.
import { once } from "node:events";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { resolve } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { has, last } from "../flags/args.ts";
import { besideOf } from "../beside.ts";
import { openPage } from "../terminal/browser.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { packageVersion } from "../version.ts";
import { speaker } from "../who.ts";

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

/** Each call brings its job's token: the server's process has none. */
const mcpBy = (context: Context, version: string) => async (hosts: readonly string[]) =>
  (await import("../../mcp/http.ts")).httpMcp(
    { reach: besideOf(context), own: { run: null, token: null }, as: null, version },
    { hosts, onError: ({ message }) => context.note(`mcp: ${message}`) },
  );

/** The agents' token stays off a screen that others may see. */
const shownText = (root: string, url: string, mcp: string): string =>
  [
    `${root} is shown at`,
    `  ${url}`,
    `agents are answered over MCP at ${mcp}`,
    "  by the token that `cairn serve --json` prints",
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
    const system = await context.system();
    const version = packageVersion();
    const signal = context.interrupted();
    const page = last(given, "page");
    const served = await http.serve({
      system,
      by: await speaker(context, system),
      version,
      host,
      port,
      note,
      ...(page === null ? {} : { page: resolve(cwd, page) }),
      mcp: mcpBy(context, version),
    });
    const { url, origin, agents } = served;
    const up = await announced(system, origin, context.now);
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
    if (!signal.aborted) await once(signal, "abort");
    up.end();
    await served.close();
    return { exit: exits.done };
  },
};
