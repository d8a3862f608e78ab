// Tests of MCP over HTTP behind a real port: both eras. Who is let in: test/http/session.test.ts.
import assert from "node:assert/strict";
import { request as ask } from "node:http";
import { test, type TestContext } from "node:test";
import { httpMcp } from "../../src/mcp/http.ts";
import { at } from "../e2e/desk.ts";
import { eras, worldAt } from "./client.ts";
import { mount } from "./mount.ts";
import { field, shop, type Shop } from "./shop.ts";

type Sent = { readonly status: number; readonly text: string };
type Post = (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Sent>;

const mounted = async (t: TestContext, made: Shop): Promise<Post> => {
  const { port, close } = await mount(httpMcp(worldAt(made)));
  t.after(close);
  return (body, headers = {}) =>
    new Promise((resolve, reject) => {
      const asked = ask(
        {
          port,
          host: "127.0.0.1",
          path: "/mcp",
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part: string) => void (text += part));
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      asked.on("error", reject).end(JSON.stringify(body));
    });
};

const called = (
  era: string,
  name: string,
  args: object,
): readonly [unknown, Readonly<Record<string, string>>] => {
  const modern = era === "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": era,
    "io.modelcontextprotocol/clientInfo": { name: "probe", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return [
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, ...(modern ? { _meta: meta } : {}) },
    },
    {
      "mcp-protocol-version": era,
      ...(modern ? { "mcp-method": "tools/call", "mcp-name": name } : {}),
    },
  ];
};

/** The text of an answer, plain or as a stream of events. */
const answered = ({ status, text }: Sent): string => {
  assert.equal(status, 200, text);
  const data = /^data: (.*)$/mu.exec(text)?.[1] ?? text;
  return String(at(JSON.parse(data), "result", "content", 0, "text"));
};

test("each era is answered over HTTP, and a call brings its own token", async (t) => {
  const made = await shop(t);
  const post = await mounted(t, made);
  for (const [index, era] of eras.entries()) {
    assert.match(answered(await post(...called(era, "status", {}))), /^run /u);
    assert.match(answered(await post(...called(era, "progress", {}))), /^TOKEN_MISSING/u);
    const claimed = answered(await post(...called(era, "claim", { job: "1", as: `bo${index}` })));
    const token = field(claimed, "token");
    assert.match(
      answered(await post(...called(era, "release", { token, reason: "another's turn" }))),
      /UnitReturned|released|version/u,
    );
  }
});
