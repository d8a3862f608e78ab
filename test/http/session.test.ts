// Tests of logging in by the printed address: token, strict cookie, refused guesses.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { newSecret, session } from "../../src/http/door/session.ts";
import { door } from "./door.ts";

test("the token becomes a strict cookie, and the address goes on without it", async (t) => {
  const { ask, cookie, host, port, served } = await door(t);
  assert.ok(served.token.length >= 43, "256 bits");
  for (const [path, onward] of [
    ["/", "/"],
    ["/run/x?tab=graph&at=3&", "/run/x?tab=graph&at=3"],
    ["//evil.example/x", "/evil.example/x"],
    ["/\\evil.example", null],
    ["/%2f%2fevil.example", "/%2f%2fevil.example"],
    ['/?x="><script>alert(1)</script>&', "/?x=%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E"],
  ] as const) {
    const got = await ask(`${path}${path.includes("?") ? "" : "?"}token=${served.token}`, {
      headers: { host },
    });
    if (onward === null) {
      assert.equal(got.status, 400);
      continue;
    }
    assert.equal(got.status, 200, path);
    const address = onward.replaceAll("&", "&#38;");
    assert.ok(
      got.text.includes(`<meta http-equiv="refresh" content="0; url=${address}">`),
      got.text,
    );
    assert.doesNotMatch(got.text, /<script/u);
    assert.ok(!got.text.includes(served.token));
    assert.match(
      String(got.headers["set-cookie"]),
      new RegExp(`^cairn_${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`, "u"),
    );
    assert.equal(got.headers["location"], undefined);
  }
  assert.ok(!cookie.includes(served.token), "who reads the cookie doesn't know the token");
  assert.equal((await ask("/", { headers: { host, cookie } })).status, 200);
  assert.equal(
    (await ask("/api/here", { headers: { host, cookie: `a=b; ${cookie}; c` } })).status,
    200,
  );
});

test("guesses, and what was made for something else, don't come in", async (t) => {
  const { ask, cookie, host, port, served } = await door(t);
  const kept = cookie.split("=")[1] ?? "";
  const { token, agents } = served;
  const headers: readonly Readonly<Record<string, string>>[] = [
    {},
    { cookie: `cairn_${port}=` },
    { cookie: `cairn_${port}=${token}` },
    { cookie: `cairn_${port}=${agents.token}` },
    { cookie: `cairn_${port}=${kept.slice(0, -1)}` },
    { cookie: `cairn_${port}=${kept}x` },
    { cookie: `cairn_${port + 1}=${kept}` },
    { cookie: `x=cairn_${port}=${kept}` },
    { cookie: kept },
    { authorization: "Bearer" },
    { authorization: "Bearer " },
    { authorization: `Bearer ${kept}` },
    { authorization: `Bearer ${token.slice(0, -1)}` },
    { authorization: `Bearer ${token} x` },
    { authorization: `Bearer ${agents.token}` },
    { authorization: `Basic ${Buffer.from(`:${token}`).toString("base64")}` },
    { authorization: token },
    // Who brings a token is judged by it, not by a cookie that the browser sends along.
    { cookie, authorization: "Bearer guess" },
  ];
  for (const given of headers)
    for (const path of [
      "/",
      "/run/x",
      "/assets/index-abc.js",
      "/api/here",
      "/api/live",
      "/api/none",
    ]) {
      const got = await ask(path, { headers: { host, ...given } });
      assert.equal(got.status, 401, `${path} ${JSON.stringify(given)}`);
      assert.match(got.text, /cairn serve/u, "it says what to do");
      assert.equal(got.headers["set-cookie"], undefined);
    }
  assert.equal(
    (await ask("/plain.css", { headers: { host } })).status,
    200,
    "what the page that says so looks like is no secret",
  );
  for (const guess of [
    "",
    "x",
    kept,
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    agents.token,
  ]) {
    const got = await ask(`/?token=${guess}`, { headers: { host, cookie } });
    assert.equal(got.status, 401, guess);
    assert.equal(got.headers["set-cookie"], undefined);
  }
  assert.equal(
    (await ask("/api/here", { headers: { host, authorization: `bearer ${token}` } })).status,
    200,
  );
});

test("agents come in by their own token, at their own address alone", async (t) => {
  const { ask, cookie, host, port, served } = await door(t);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const mcp = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const all = {
      host,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    };
    const { status, text } = await ask("/mcp", {
      method: "POST",
      headers: { ...all, ...headers },
      body,
    });
    return `${status} ${text}`;
  };
  assert.match(await mcp({ authorization: `Bearer ${served.agents.token}` }), /^200 [^]*"claim"/u);
  for (const name of ["localhost", "[::1]"])
    assert.match(
      await mcp({ authorization: `Bearer ${served.agents.token}`, host: `${name}:${port}` }),
      /^200 /u,
      name,
    );
  assert.match(await mcp({ authorization: `Bearer ${served.token}` }), /^401 /u);
  assert.match(await mcp({ cookie, origin: `http://${host}` }), /^401 /u);
  assert.match(await mcp({}), /^403 /u);
  assert.match(
    await mcp({ authorization: `Bearer ${served.agents.token}`, origin: "https://evil.example" }),
    /^403 /u,
  );
  assert.match(
    await mcp({ authorization: `Bearer ${served.agents.token}`, host: "evil.example" }),
    /^421 /u,
  );
});

test("each server has a secret of its own, and tells none of what it derives from it by another", () => {
  const [one, other] = [session(newSecret()), session(newSecret())];
  const request = new Request("http://127.0.0.1:1/", { headers: { host: "127.0.0.1:1" } });
  const said = [one, other].flatMap(({ token, agents, cookie }) => [
    token,
    agents,
    cookie(request),
  ]);
  assert.equal(new Set(said).size, said.length);
  assert.ok(!other.isToken(one.token));
  const bare = Buffer.alloc(32, 7);
  const { token } = session(bare);
  assert.notEqual(token, bare.toString("base64url"));
  assert.notEqual(
    createHmac("sha256", token).update("cookie").digest("base64url"),
    session(bare).cookie(request).split(/[=;]/u)[1],
  );
});
