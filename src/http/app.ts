// HTTP application: guard, session, checks, endpoint, answer, for every request.
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import { isRefusal, refuse } from "../core/refusal.ts";
import { entry, outside } from "./door/entry.ts";
import { followers } from "./live/follow.ts";
import { guard, isProgram } from "./door/guard.ts";
import { secured } from "./door/headers.ts";
import type { Limits } from "./door/limits.ts";
import { bytesOf, saidIn } from "./door/body.ts";
import type { PageFiles } from "./show/page-files.ts";
import { plainStyle, plainStylePath } from "./show/plain-page.ts";
import { asJson, asPage, type Failure, failure, failureOf, thrown } from "./show/problem.ts";
import type { Ground, Route } from "./route.ts";
import type { Session } from "./door/session.ts";

export type Ask = (request: Request) => Promise<Response>;

export type AppParts = {
  readonly routes: readonly Route[];
  readonly ground: Ground;
  readonly session: Session;
  /** Permitted names of the server, without a port. */
  readonly names: ReadonlySet<string>;
  readonly page: PageFiles;
  /** Answers at /mcp, with its own guard. */
  readonly mcp: Ask;
  readonly limits: Limits;
  /** Prints a line for the operator of the server. */
  readonly note: (line: string) => void;
};

/** `*rest` includes slashes. */
const pattern = (path: string): string => path.replace(/\*(\w+)$/, ":$1{.+}");
/** The endpoint whose answers don't end. */
const livePath = "/api/live";

const methodWrong = (fits: string): Failure =>
  failure(405, refuse("METHOD_WRONG", "this address isn't asked in that way", { fits }));
const unknown = (): Failure =>
  failure(
    404,
    refuse("ADDRESS_UNKNOWN", "there is nothing at this address", {
      fits: "GET /api/openapi.json lists what there is",
    }),
  );

/** Lets the browser request a run's data while it still loads the page's program. */
const runAhead = (path: string): Record<string, string> => {
  const run = /^\/run\/(\w[\w.-]*)$/u.exec(path)?.[1];
  return run === undefined
    ? {}
    : { link: `</api/runs/${run}>; rel=preload; as=fetch; crossorigin` };
};

const pageAnswer = (request: Request, path: string, page: PageFiles): Response => {
  const file = page(path);
  if (file === null) return asPage(unknown());
  const caching: Record<string, string> = file.forever
    ? { "cache-control": "private, max-age=31536000, immutable" }
    : {};
  return new Response(request.method === "HEAD" ? null : file.bytes, {
    headers: { "content-type": file.type, ...runAhead(path), ...caching },
  });
};

/** Answers agents, who have their own token. */
const agentAnswer = async (
  { session, mcp, limits }: Pick<AppParts, "session" | "mcp" | "limits">,
  request: Request,
): Promise<Response> => {
  if (!session.admitsAgent(request)) {
    const fits = "Authorization: Bearer, and what `cairn serve` printed for agents";
    return asJson(
      failure(401, refuse("TOKEN_MISSING", "agents ask here with their own token", { fits })),
    );
  }
  if (request.body === null) return mcp(request);
  const bytes = await bytesOf(request, limits.message);
  const { url, method, headers, signal } = request;
  return bytes instanceof Uint8Array
    ? mcp(new Request(url, { method, headers, signal, body: bytes }))
    : asJson(bytes);
};

/** Independent of the network: turns a Request into a Response. */
export const makeApp = ({
  routes,
  ground,
  session,
  names,
  page,
  mcp,
  limits,
  note,
}: AppParts): Ask => {
  const app = new Hono();
  const judged = guard(names);
  const takePlace = followers(limits.live);

  const answered = async (route: Route, { req }: Context): Promise<Response> => {
    const asked = await saidIn(route, req.raw, limits.body);
    if (asked instanceof Response) return asked;
    const answer = await route.run({ ...ground, ...asked, params: req.param(), request: req.raw });
    if (isRefusal(answer)) return asJson(failureOf(answer));
    return answer instanceof Response ? answer : Response.json(answer);
  };
  const live = async (route: Route, context: Context): Promise<Response> => {
    const place = takePlace();
    if (place === null) {
      const text = `${limits.live} pages follow the ledger already`;
      return asJson(failure(429, refuse("LIVE_FULL", text, { fits: "close some of them" })));
    }
    // Releases the slot in any case.
    return place(
      await answered(route, context).catch((error: unknown) => asJson(thrown(error, note))),
    );
  };

  app.use(compress());
  app.onError((error) => asJson(thrown(error, note)));
  app.use(async ({ req }, next) => {
    const wrong = judged(req.raw);
    if (wrong !== null) return (isProgram(req.path) ? asJson : asPage)(wrong);
    return void (await next());
  });
  app.all("/mcp", ({ req }) => agentAnswer({ session, mcp, limits }, req.raw));
  app.use("/api/*", async ({ req }, next) => {
    if (!session.admits(req.raw)) return asJson(outside());
    // A HEAD of an endless answer would stay open without use.
    const { method } = req.raw;
    if (!["GET", "POST", ...(req.path === livePath ? [] : ["HEAD"])].includes(method))
      return asJson(methodWrong("GET or POST"));
    return void (await next());
  });
  for (const route of routes)
    if (route.path === livePath) app.on(route.method, livePath, (context) => live(route, context));
    // A page that reads again what didn't change is told so alone.
    else app.on(route.method, pattern(route.path), etag(), (context) => answered(route, context));
  for (const { path, method } of routes) app.all(pattern(path), () => asJson(methodWrong(method)));
  app.all("*", ({ req }) => {
    if (isProgram(req.path)) return asJson(unknown());
    if (req.raw.method !== "GET" && req.raw.method !== "HEAD") return asPage(methodWrong("GET"));
    if (req.path === plainStylePath) return plainStyle();
    return entry(req.raw, session) ?? pageAnswer(req.raw, req.path, page);
  });
  return async (request) => secured(await app.fetch(request));
};
