// Tests of serving the page's files: only known ones, however the path is written.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Fault } from "../../src/core/refusal.ts";
import { pageFiles } from "../../src/http/show/page-files.ts";
import { door } from "./door.ts";

test("files are served as what they are, views as the page", async (t) => {
  const { ask, cookie, host } = await door(t);
  const get = async (path: string): Promise<readonly [number, string]> => {
    const { status, headers } = await ask(path, { headers: { host, cookie } });
    return [status, String(headers["content-type"]).split(";")[0] ?? ""];
  };
  assert.deepEqual(await get("/assets/index-abc.js"), [200, "text/javascript"]);
  assert.deepEqual(await get("/icon.svg"), [200, "image/svg+xml"]);
  for (const view of ["/", "/index.html", "/run/x", "/run/x?tab=files&node=a.b", "/run"])
    assert.deepEqual(await get(view), [200, "text/html"], view);
  const head = await ask("/", { method: "HEAD", headers: { host, cookie } });
  assert.deepEqual([head.status, head.text], [200, ""]);
  assert.equal(
    (await ask("/", { method: "POST", headers: { host, cookie, origin: `http://${host}` } }))
      .status,
    405,
  );
});

test("files are packed for whoever takes them so, and whole for whoever doesn't", async (t) => {
  const { ask, cookie, host } = await door(t);
  const get = (path: string, coding: string) =>
    ask(path, { headers: { host, cookie, "accept-encoding": coding } });
  const whole = await get("/", "identity");
  assert.deepEqual(
    [whole.headers["content-encoding"], whole.headers["vary"]],
    [undefined, "Accept-Encoding"],
  );
  for (const coding of ["gzip", "br, gzip, zstd"])
    assert.equal((await get("/", coding)).headers["content-encoding"], "gzip", coding);
  for (const coding of ["gzip;q=0", "xgzip", "br"])
    assert.equal((await get("/", coding)).headers["content-encoding"], undefined, coding);
});

test("no path leads out of the page's folder, or to a file that isn't the page's", async (t) => {
  const { raw, cookie, host } = await door(t);
  const dots = [
    "..",
    "%2e%2e",
    "%2E.",
    ".%2e",
    "%252e%252e",
    "..%00",
    "%c0%ae%c0%ae",
    "..;",
    "%uff0e%uff0e",
    "．．",
  ];
  const slashes = ["/", "%2f", "%2F", "%5c", "%252f", "//", "/./"];
  const paths = [
    ...dots.flatMap((dot) =>
      slashes.flatMap((slash) =>
        ["outside.txt", "page/notes.key"].map(
          (name) => `/assets/${dot}${slash}${dot}${slash}${name}`,
        ),
      ),
    ),
    ...dots.flatMap((dot) => slashes.map((slash) => `/${dot}${slash}outside.txt`)),
    "/assets/link.txt",
    "/up/outside.txt",
    "/up",
    "/notes.key",
    "/index.html%00.js",
    "/assets/index-abc.js%00",
    "/assets/index-abc.js/",
    "//outside.txt",
    "/etc/passwd",
    "/file:///etc/passwd",
    "/.git/config",
    "/cairn.config.json",
    "/.cairn/ledger.db",
    "/constructor",
    "/__proto__",
  ];
  for (const path of paths) {
    const answer = await raw(
      `GET ${Buffer.from(path).toString("latin1")} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
    // Without a dot it is a view, which the page itself knows nothing of.
    assert.match(
      answer,
      /^HTTP\/1\.1 (?:40[04] |200 OK[^]*<div id="root">)/u,
      `${path}: ${answer.slice(0, 200)}`,
    );
    assert.doesNotMatch(answer, /what lies outside|root:|SQLite|\[core\]/u, path);
  }
});

test("a page that isn't built is told of with what builds it", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-page-"));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.throws(
    () => pageFiles(folder),
    (error) =>
      error instanceof Fault &&
      error.code === "PAGE_MISSING" &&
      error.hint.includes("npm run prepare"),
  );
});

test("who has an answer already is told that it is the same, and nothing else", async (t) => {
  const { ask, cookie, host } = await door(t);
  const get = (headers: Readonly<Record<string, string>> = {}) =>
    ask("/api/runs", { headers: { host, cookie, ...headers } });
  const first = await get();
  const etag = String(first.headers["etag"]);
  const again = await get({ "if-none-match": etag });
  assert.deepEqual([again.status, again.text], [304, ""]);
  assert.equal((await get({ "if-none-match": '"other"' })).text, first.text);
});
