// Tests of the `cairn serve` verb: address, output, taken ports, end.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { listen } from "../../src/http/door/listen.ts";
import { limits } from "../../src/http/door/limits.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { at, type Desk, desk, deskIn, type Printed } from "../e2e/desk.ts";

type Begun = { readonly said: string; readonly end: () => Promise<Printed> };

/** The page's own tests look at the page. */
const paged = (own: Desk): Desk => {
  mkdirSync(join(own.folder, "page"));
  writeFileSync(join(own.folder, "page/index.html"), "<!doctype html>");
  return {
    ...own,
    cairn: ([verb = "", ...words], typed) =>
      own.cairn([verb, "--page", join(own.folder, "page"), ...words], typed),
  };
};

/** Serves from this process until it is ended. */
const begin = (own: Desk, t: TestContext, ...words: readonly string[]): Promise<Begun> =>
  beginIn({}, own, t, ...words);

const beginIn = async (
  env: NodeJS.ProcessEnv,
  { cairn }: Pick<Desk, "cairn">,
  t: TestContext,
  ...words: readonly string[]
): Promise<Begun> => {
  const stop = new AbortController();
  const heard = Promise.withResolvers<string>();
  const printed = cairn(["serve", ...words], { env, signal: stop.signal, heard: heard.resolve });
  t.after(() => stop.abort());
  const said = await Promise.race([
    heard.promise,
    printed.then(({ out, err }) => Promise.reject(new Error(out + err))),
  ]);
  return {
    said,
    end: () => {
      stop.abort();
      return printed;
    },
  };
};

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    }).on("error", reject);
  });

test("it prints an address that opens, for people and as JSON, and ends well", async (t) => {
  const own = paged(desk(t));
  const { said, end } = await begin(own, t, "--port", "0", "--json");
  const told: unknown = JSON.parse(said);
  const url = String(at(told, "url"));
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/u);
  assert.equal(at(told, "root"), own.root);
  assert.equal(await statusOf(url), 200);
  assert.equal(await statusOf(url.replace(/\?.*/u, "")), 401);
  assert.ok(!url.includes(String(at(told, "mcp", "token"))));
  const { exit, out, err } = await end();
  assert.deepEqual([exit, out, err], [0, said, ""], "one value, nothing else");
  await assert.rejects(statusOf(url));
  const text = await begin(own, t, "--port", "0");
  assert.match(text.said, /http:\/\/127\.0\.0\.1:\d+\/\?token=[^]*\/mcp[^]*Ctrl-C/u);
  assert.equal((await text.end()).exit, 0);
});

test("--open hands the browser the address in a file, no token in its arguments, and says where there is no browser", async (t) => {
  const own = paged(desk(t));
  const [seen, browser] = [join(own.folder, "seen.txt"), join(own.folder, "browser.sh")];
  const script = `(echo "$1"; cat "\${1#file://}") > ${seen}.new; mv ${seen}.new ${seen}`;
  writeFileSync(browser, `#!/bin/sh\n${script}\n`);
  chmodSync(browser, 0o755);
  const words = ["--port", "0", "--json", "--open"];
  const good = await beginIn({ BROWSER: browser }, own, t, ...words);
  while (!existsSync(seen)) await setTimeout(20);
  const [typed = "", page = ""] = readFileSync(seen, "utf8").split("\n");
  assert.match(typed, /^file:\/\/\S+\/cairn\.html$/u);
  assert.ok(page.includes(`0;url=${String(at(JSON.parse(good.said), "url"))}"`), page);
  assert.doesNotMatch((await good.end()).err, /browser/u);
  const none = await beginIn({ BROWSER: join(own.folder, "none") }, own, t, ...words);
  await setTimeout(200);
  assert.match((await none.end()).err, /no browser was opened: \S+ can't be started\. Open the/u);
});

test("a port that is taken is told of where it was asked for, else the next one is taken", async (t) => {
  const holder = createServer().listen({ port: 0, host: "127.0.0.1" });
  await once(holder, "listening");
  t.after(() => holder.close());
  const port = Number(at(holder.address(), "port"));
  const taken = await paged(desk(t)).cairn(["serve", "--port", String(port)]);
  assert.equal(taken.exit, 1);
  assert.match(taken.err, /^PORT_TAKEN: port \d+ of 127\.0\.0\.1 is taken/u);
  const next = await listen({ host: "127.0.0.1", port, only: false }, limits, () => ({
    ask: () => Promise.resolve(new Response("")),
    admits: () => true,
  }));
  t.after(next.close);
  assert.ok(next.port > port && next.port <= port + 20);
});

test("what can't be is told of before anything is served", async (t) => {
  const own = paged(desk(t));
  for (const [words, exit, says] of [
    [["--port", "70000"], 2, /USAGE: --port 70000 is no port/u],
    [["--port", "-1"], 2, /--port/u],
    [["--port", "http"], 2, /USAGE: --port http is no port/u],
    [["--host", "127.0.0.1:80"], 2, /USAGE: --host 127\.0\.0\.1:80 is no name/u],
    [["--host", "http://x/"], 2, /USAGE: --host/u],
    [
      ["--host", "192.0.2.1", "--port", "0"],
      1,
      /HOST_UNAVAILABLE: this machine has no address 192\.0\.2\.1/u,
    ],
    [["now"], 2, /too many words/u],
  ] as const) {
    const said = await own.cairn(["serve", ...words]);
    assert.equal(said.exit, exit, said.err);
    assert.match(said.err, says);
  }
  const unbuilt = await desk(t).cairn(["serve", "--page", "elsewhere"]);
  assert.equal(unbuilt.exit, 1);
  assert.match(unbuilt.err, /^PAGE_MISSING: the page isn't built[^]*npm run prepare/u);
});

test("beyond this machine it warns loudly, and answers under the names that it has", async (t) => {
  const own = paged(desk(t));
  const { said, end } = await begin(own, t, "--host", "0.0.0.0", "--port", "0", "--json");
  const url = String(at(JSON.parse(said), "url"));
  assert.equal(await statusOf(url.replace(/\/\/[^:]+:/u, "//127.0.0.1:")), 200);
  const { err } = await end();
  assert.match(err, /not encrypted[^]*ssh/u);
});

test("a server that an agent starts speaks as that agent, not as a person, and drives no run of a person's", async (t) => {
  const plain = desk(t);
  const own = paged(plain);
  const run = String(
    at(
      JSON.parse((await plain.cairn(["run", "--later", "ultrawork", "look", "--json"])).out),
      "run",
    ),
  );
  const stop = new AbortController();
  const heard = Promise.withResolvers<string>();
  const printed = own.cairn(["serve", "--port", "0", "--json"], {
    signal: stop.signal,
    heard: heard.resolve,
    env: { CAIRN_MARK: "m", USER: "bo" },
  });
  t.after(() => stop.abort());
  const url = new URL(String(at(JSON.parse(await heard.promise), "url")));
  const headers = {
    authorization: `Bearer ${url.searchParams.get("token") ?? ""}`,
    "content-type": "application/json",
  };
  const answer = await fetch(new URL("/api/here", url), { headers });
  assert.match(String(at(await answer.json(), "as")), /^agent:/u);
  const drive = await fetch(new URL(`/api/runs/${run}/drive`, url), {
    method: "POST",
    headers,
    body: "{}",
  });
  assert.deepEqual(
    [drive.status, at(await drive.json(), "refusal", "code")],
    [403, "SENDER_WRONG"],
  );
  stop.abort();
  await printed;
});

test("others on this machine know where its page is, without the token, once there is a run to look at and while it is up", async (t) => {
  const own = paged(desk(t));
  const { said, end } = await begin(own, t, "--port", "0", "--json");
  const home = join(own.root, ".git", "cairn");
  assert.equal(existsSync(home), false);
  const servers = await (await openWorkspace({ home })).servers();
  const other = deskIn(own.folder);
  assert.equal(
    (await other.cairn(["run", "--later", "ultrawork", "A look", "--session", "look"])).exit,
    0,
  );
  while (servers.all().length === 0) await new Promise((resolve) => void setImmediate(resolve));
  const [up, ...more] = servers.all();
  assert.deepEqual(
    [up?.origin, up?.ledger, more],
    [new URL(String(at(JSON.parse(said), "url"))).origin, `sqlite:${home}/ledger.db`, []],
  );
  await end();
  assert.deepEqual(servers.all(), []);
});
