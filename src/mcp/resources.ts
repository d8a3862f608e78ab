// MCP resources: documents of the live runs, listed by address.
import { ProtocolError, ProtocolErrorCode, ResourceTemplate } from "@modelcontextprotocol/server";
import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { newestFirst } from "../core/newest.ts";
import { oneLine } from "../core/words/quote.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import { documentOf } from "./documents.ts";
import type { Answering } from "./tool.ts";
import type { Call } from "./world.ts";

const listPage = 100;
const mimes: readonly (readonly [string, string])[] = [
  [".json", "application/json"],
  [".md", "text/markdown"],
];
const mimeOf = (path: string): string =>
  mimes.find(([ending]) => path.endsWith(ending))?.[1] ?? "text/plain";

type Listed = {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly description?: string;
};

const uriOf = (run: string, what: string): string =>
  `cairn://${run}/${what.split("/").map(encodeURIComponent).join("/")}`;

const ofRun = async (
  { system }: Call,
  { run, protocol, place }: Card,
): Promise<readonly Listed[]> => {
  const files = await system.files(run);
  const own = (what: string): Listed => ({
    uri: uriOf(run, what),
    name: `${run}/${what}`,
    mimeType: "text/plain",
    description: oneLine(`${what} of the ${protocol} run ${place}`),
  });
  const paths = isRefusal(files) ? [] : Object.keys(files);
  return [
    ...["jobs", "evidence", "log"].map(own),
    ...paths.map((path) => ({
      uri: uriOf(run, path),
      name: `${run}/${path}`,
      mimeType: mimeOf(path),
    })),
  ];
};

const listed = async (call: Call): Promise<readonly Listed[]> => {
  const live = await call.system.runs({ life: ["live", "paused"] });
  const all: Listed[] = [];
  for (const card of newestFirst(live)) all.push(...(await ofRun(call, card)));
  return all;
};

const textOf = (variable: string | readonly string[] | undefined): string =>
  typeof variable === "string" ? variable : (variable ?? []).join("/");

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const found = async (
  call: Call,
  run: string,
  what: string,
  from: number | undefined,
): Promise<string | Refusal> => {
  const card = await call.system.find(run);
  return isRefusal(card) ? card : documentOf(call, card, what, from);
};

/** A failed read can only be reported as a protocol error. */
const failing = (code: ProtocolErrorCode, text: string): never => {
  throw new ProtocolError(code, text);
};

export const registerResources = (server: McpServer, answer: Answering): void => {
  const read = async (
    uri: URL,
    variables: Readonly<Record<string, string | readonly string[]>>,
    request: ServerContext,
  ) => {
    // Templates of the SDK treat a query as part of the path.
    const what = decoded(textOf(variables["what"]).split("?", 1)[0] ?? "");
    const said = uri.searchParams.get("from");
    const from = said === null ? undefined : Math.max(0, Math.trunc(Number(said)) || 0);
    const { text, wrong } = await answer(
      request,
      (call) => found(call, decoded(textOf(variables["run"])), what, from),
      true,
    );
    if (wrong) failing(ProtocolErrorCode.InvalidParams, text);
    return { contents: [{ uri: uri.href, mimeType: mimeOf(what), text }] };
  };
  const about = {
    description:
      "A run's jobs, evidence, log, output/DIGEST, files, commands, or one of its files by path",
  };
  server.registerResource(
    "document",
    new ResourceTemplate("cairn://{run}/{+what}", { list: undefined }),
    about,
    read,
  );
  server.registerResource(
    "page of a document",
    new ResourceTemplate("cairn://{run}/{+what}{?from}", { list: undefined }),
    { description: "The same from a character on; of the log, after a version" },
    read,
  );
  // The SDK doesn't paginate its own list.
  server.server.setRequestHandler("resources/list", async (request, context) => {
    const start = Number(request.params?.cursor ?? 0);
    if (!Number.isInteger(start) || start < 0)
      failing(ProtocolErrorCode.InvalidParams, "the cursor is none of this server's");
    let all: readonly Listed[] = [];
    const listing = async (call: Call): Promise<string> => {
      all = await listed(call);
      return "";
    };
    const { text, wrong } = await answer(context, listing, true);
    if (wrong) failing(ProtocolErrorCode.InternalError, text);
    const end = start + listPage;
    return {
      resources: all.slice(start, end).map((one) => ({ ...one })),
      ...(end < all.length ? { nextCursor: String(end) } : {}),
    };
  });
};
