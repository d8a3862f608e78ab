// Helper of tests: the HTTP API in-process on a real ledger, each answer held against its schema.
import { findingsIn, valueOf } from "../../src/kit/findings.ts";
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { makeApp } from "../../src/http/app.ts";
import { groundOf } from "../../src/http/server-parts.ts";
import type { HubClock } from "../../src/http/live/clock.ts";
import { limits } from "../../src/http/door/limits.ts";
import type { Ground } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes.ts";
import { newSecret, session } from "../../src/http/door/session.ts";
import type { Sender } from "../../src/core/protocol.ts";
import { open } from "../../src/open.ts";
import type { Desk } from "../e2e/desk.ts";

export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of what was answered as JSON. */
  readonly json: () => unknown;
};
export type Api = {
  readonly ground: Ground;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly post: (path: string, body: unknown) => Promise<Answered>;
  /** A stream of events, by its reader; it ends with the test. */
  readonly live: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly text: () => string }>;
};

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:\w+/gu, "[^/]+").replace(/\*\w+/u, ".+")}$`, "u");

/** An answer that its schema reads holds nothing besides: what is told and what the reference tells are one. */
const held = (method: string, path: string, value: unknown): void => {
  const route = routes.find(
    (one) => one.method === method && patternOf(one.path).test(path.split("?")[0] ?? ""),
  );
  assert.ok(route !== undefined && route.answer !== null, `${method} ${path} has no schema`);
  assert.deepEqual(findingsIn(route.answer, value), [], `${method} ${path}`);
  assert.deepEqual(value, valueOf(route.answer, value));
};

/**
 * @param clock of the live feed, if not the usual one
 * @param by who sits at the page, if not ana
 */
export const api = async (
  t: TestContext,
  own: Desk,
  clock?: HubClock,
  by: Sender = { kind: "person", name: "ana" },
): Promise<Api> => {
  const env = {
    HOME: own.folder,
    CAIRN_ULTRAWORK_HOME: `${own.folder}/sessions`,
    PATH: process.env["PATH"],
  };
  // Whoever runs the tests may be a job itself.
  const system = await open({ cwd: own.root, env, kin: () => [] });
  const ground = groundOf({
    system,
    by,
    version: "0.0.0",
    env,
    ...(clock === undefined ? {} : { clock }),
  });
  const notes: string[] = [];
  const gone = new AbortController();
  t.after(async () => {
    gone.abort();
    ground.live.end();
    await ground.runners.end();
    await system.close();
    assert.deepEqual(notes, [], "no bug was noted");
  });
  const inside = session(newSecret());
  const app = makeApp({
    routes,
    ground,
    session: inside,
    names: new Set(["127.0.0.1"]),
    page: () => null,
    mcp: () => Promise.resolve(new Response(null, { status: 404 })),
    limits,
    note: (line) => void notes.push(line),
  });
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    app(
      new Request(`http://127.0.0.1:1${path}`, {
        ...init,
        headers: {
          host: "127.0.0.1:1",
          authorization: `Bearer ${inside.token}`,
          ...Object.fromEntries(new Headers(init.headers)),
        },
      }),
    );
  const answered = async (path: string, init: RequestInit): Promise<Answered> => {
    const response = await ask(path, init);
    const text = await response.text();
    const json = (): unknown => JSON.parse(text);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    if (response.status === 200 && isJson) held(init.method ?? "GET", path, json());
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    ground,
    get: (path, headers = {}) => answered(path, { method: "GET", headers }),
    post: (path, body) =>
      answered(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    live: async (path, headers = {}) => {
      const { body } = await ask(path, { method: "GET", headers, signal: gone.signal });
      const reader = body?.getReader() ?? assert.fail("no stream");
      const decoder = new TextDecoder();
      let text = "";
      void (async () => {
        for (let read = await reader.read(); !read.done; read = await reader.read())
          text += decoder.decode(read.value, { stream: true });
      })();
      return { text: () => text };
    },
  };
};
