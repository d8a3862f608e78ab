// Tests of the HTTP guard: foreign hosts, other origins, other users, missing secrets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { door } from "./door.ts";

test("a name that somebody let point here is turned away, whatever else is right", async (t) => {
  const { ask, cookie, port, served } = await door(t);
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.2:${port}`,
    `[::2]:${port}`,
    `0.0.0.0:${port}`,
    `:${port}`,
    "127.0.0.1:",
    "127.0.0.1:x",
    "127.0.0.1:evil.example",
    `127.0.0.1:${port}:${port}`,
    `127.0.0.1:${port}.evil.example`,
    `evil.example#127.0.0.1:${port}`,
    `evil.example@127.0.0.1:${port}`,
    `::1:${port}`,
    `[::1]evil.example:${port}`,
    `[::1`,
    "127.0.0.1:123456",
  ]) {
    for (const path of ["/", "/api/here", `/?token=${served.token}`, "/mcp"]) {
      const { status, text } = await ask(path, {
        headers: { host, cookie, authorization: `Bearer ${served.token}` },
      });
      // Some of these aren't even addresses.
      assert.ok(status === 421 || status === 400, `${host} ${path}: ${status} ${text}`);
      assert.doesNotMatch(text, /root|set-cookie/iu);
    }
  }
  for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
    assert.equal((await ask("/api/here", { headers: { host, cookie } })).status, 200, host);
});

test("through a forwarded port it answers at whatever number that has, and to the page from there alone", async (t) => {
  const { ask, cookie, port, served } = await door(t);
  const far = `localhost:${port === 5_000 ? 5_001 : 5_000}`;
  const entered = await ask(`/?token=${served.token}`, { headers: { host: far } });
  const own = String(entered.headers["set-cookie"]).split(";")[0] ?? "";
  assert.match(
    own,
    /^cairn_500[01]=/u,
    "so that servers of two machines, forwarded to one, don't take each other's cookie away",
  );
  assert.equal((await ask("/api/here", { headers: { host: far, cookie: own } })).status, 200);
  assert.equal((await ask("/api/here", { headers: { host: far, cookie } })).status, 401);
  const drive = async (origin: string, host: string): Promise<number> => {
    const headers = {
      host,
      origin,
      cookie: `${own}; ${cookie}`,
      "content-type": "application/json",
    };
    return (await ask("/api/runs/none/drive", { method: "POST", headers, body: "{}" })).status;
  };
  assert.equal(await drive(`http://${far}`, far), 404, "only the run is missing");
  // What listens at another port of this machine may be anybody's.
  assert.equal(await drive(`http://localhost:${port}`, far), 403);
  assert.equal(await drive(`http://${far}`, `localhost:${port}`), 403);
  assert.equal(await drive(`http://localhost`, far), 403);
});

test("a page of another address reads nothing and changes nothing, though the browser sends the cookie", async (t) => {
  const { ask, cookie, host, port } = await door(t);
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: `https://${host}` },
    { origin: `http://127.0.0.1:${port + 1}` },
    { origin: `http://localhost:${port}` },
    { origin: `http://${host}.evil.example` },
    { origin: `http://${host}@evil.example` },
    { origin: "" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    { "sec-fetch-site": "cross-site", origin: `http://${host}` },
  ];
  for (const headers of foreign)
    for (const [method, path] of [
      ["GET", "/api/here"],
      ["GET", "/api/live"],
      ["POST", "/api/runs/x/drive"],
      ["POST", "/"],
      ["DELETE", "/api/here"],
      ["OPTIONS", "/api/here"],
    ] as const) {
      const said = await ask(path, {
        method,
        headers: { host, cookie, "content-type": "application/json", ...headers },
        body: method === "POST" ? "{}" : "",
      });
      assert.equal(said.status, 403, `${method} ${path} ${JSON.stringify(headers)}: ${said.text}`);
      assert.match(said.text, /another address/u);
      assert.equal(said.headers["access-control-allow-origin"], undefined);
    }
});

test("what changes something says where it comes from, or brings the token by hand", async (t) => {
  const { ask, cookie, host, served } = await door(t);
  const post = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (
      await ask("/api/runs/none/drive", {
        method: "POST",
        headers: { host, "content-type": "application/json", ...headers },
        body: "{}",
      })
    ).status;
  assert.equal(await post({ cookie }), 403, "a browser would say its origin");
  assert.equal(
    await post({ cookie, authorization: `Bearer ${served.token}` }),
    403,
    "a browser's cookie beside it",
  );
  assert.equal(await post({ origin: `http://${host}` }), 401);
  assert.equal(await post({ authorization: "Bearer guess" }), 401);
  assert.equal(
    await post({ authorization: `Bearer ${served.token}` }),
    404,
    "only the run is missing",
  );
  assert.equal(
    await post({ cookie, origin: `http://${host}`, "sec-fetch-site": "same-origin" }),
    404,
  );
});

test("a link elsewhere may lead to the page, but not to what programs read", async (t) => {
  const { ask, cookie, host, served } = await door(t);
  const visit = {
    host,
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  assert.equal((await ask(`/?token=${served.token}`, { headers: visit })).status, 200);
  assert.equal((await ask("/run/x", { headers: { ...visit, cookie } })).status, 200);
  const without = await ask("/run/x?tab=graph", { headers: visit });
  assert.equal(without.status, 401);
  assert.match(
    without.text,
    /href="\/run\/x\?tab=graph"/u,
    "its own link brings the strict cookie along",
  );
  for (const headers of [
    { ...visit, "sec-fetch-dest": "iframe" },
    { ...visit, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" },
  ])
    assert.equal(
      (await ask("/assets/index-abc.js", { headers: { ...headers, cookie } })).status,
      403,
    );
});

test("every answer forbids the browser to run, frame, keep or guess anything", async (t) => {
  const { ask, cookie, host, served } = await door(t);
  for (const [path, headers] of [
    ["/", { host, cookie }],
    ["/", { host }],
    [`/?token=${served.token}`, { host }],
    ["/assets/index-abc.js", { host, cookie }],
    ["/api/here", { host, cookie }],
    ["/api/here", { host }],
    ["/api/none", { host, cookie }],
    ["/none.js", { host, cookie }],
    ["/", { host: "evil.example" }],
    ["/mcp", { host }],
  ] as const) {
    const got = await ask(path, { headers });
    const policy = String(got.headers["content-security-policy"]);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
      assert.ok(policy.split("; ").includes(part), `${path} lacks ${part}`);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/u);
    const rest = [
      "x-content-type-options",
      "referrer-policy",
      "x-frame-options",
      "cross-origin-opener-policy",
      "cross-origin-resource-policy",
    ];
    assert.deepEqual(
      rest.map((name) => got.headers[name]),
      ["nosniff", "no-referrer", "DENY", "same-origin", "same-origin"],
      path,
    );
    assert.equal(
      got.headers["cache-control"],
      path.startsWith("/assets/") ? "private, max-age=31536000, immutable" : "no-store",
      path,
    );
    assert.equal(got.headers["server"] ?? got.headers["x-powered-by"], undefined);
  }
});

test("what could be read as two requests, or as another address, is no request", async (t) => {
  const { raw, host, cookie } = await door(t);
  const session = `Cookie: ${cookie}\r\nConnection: close\r\n`;
  const broken = {
    "two hosts": `GET /api/here HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n${session}\r\n`,
    "two hosts, the other way round": `GET /api/here HTTP/1.1\r\nHost: evil.example\r\nHost: ${host}\r\n${session}\r\n`,
    "no host": `GET /api/here HTTP/1.1\r\n${session}\r\n`,
    "no host, of old": `GET /api/here HTTP/1.0\r\n${session}\r\n`,
    "a whole address": `GET http://${host}/api/here HTTP/1.1\r\nHost: ${host}\r\n${session}\r\n`,
    "the address of another": `GET http://evil.example/api/here HTTP/1.1\r\nHost: ${host}\r\n${session}\r\n`,
    "a length and pieces": `POST /api/runs/x/drive HTTP/1.1\r\nHost: ${host}\r\n${session}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/here HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    "two lengths": `POST /api/runs/x/drive HTTP/1.1\r\nHost: ${host}\r\n${session}Content-Length: 0\r\nContent-Length: 4\r\n\r\nabcd`,
    "pieces said otherwise": `POST /api/runs/x/drive HTTP/1.1\r\nHost: ${host}\r\n${session}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    "a space before the colon": `GET /api/here HTTP/1.1\r\nHost : ${host}\r\n${session}\r\n`,
    "a folded line": `GET /api/here HTTP/1.1\r\nHost: ${host}\r\nX: a\r\n b\r\n\u0001: c\r\n${session}\r\n`,
    "a star": `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n${session}\r\n`,
    "a tunnel": `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n${session}\r\n`,
    "a backslash": `GET /\\evil.example/api/here HTTP/1.1\r\nHost: ${host}\r\n${session}\r\n`,
  };
  for (const [what, bytes] of Object.entries(broken)) {
    const answer = await raw(bytes);
    assert.match(answer, /^$|^HTTP\/1\.1 4\d\d /u, `${what}: ${answer.slice(0, 300)}`);
    assert.doesNotMatch(answer, /"root"|200 OK/u, what);
  }
  assert.match(
    await raw(`GET /api/here HTTP/1.1\r\nHost: ${host}\r\n${session}\r\n`),
    /200 OK[^]*"root"/u,
  );
});

test("what agents wrote comes back as JSON text, never as a page", async (t) => {
  const { ask, cairn, cookie, host } = await door(t);
  const markup = `</script><img src=x onerror=alert(1)> javascript:alert(1)`;
  const started = await cairn(["run", "--later", "ultrawork", markup, "--session", "s1", "--json"]);
  assert.equal(started.exit, 0, started.err);
  const got = await ask("/api/runs", { headers: { host, cookie, accept: "text/html" } });
  assert.match(String(got.headers["content-type"]), /^application\/json/u);
  assert.ok(
    JSON.stringify(JSON.parse(got.text)).includes("onerror"),
    "it is told as it was written",
  );
  const missing = await ask(`/api/runs/${encodeURIComponent(markup)}`, {
    headers: { host, cookie, accept: "text/html" },
  });
  assert.equal(missing.status, 404);
  assert.match(String(missing.headers["content-type"]), /^application\/json/u);
  assert.equal(at(JSON.parse(missing.text), "refusal", "code"), "RUN_UNKNOWN");
  const page = await ask(`/run/x?q=${encodeURIComponent(markup)}`, { headers: { host } });
  assert.equal(page.status, 401);
  assert.doesNotMatch(page.text, /<img|<\/script/u);
});
