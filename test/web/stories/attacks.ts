// Web stories of attacks: other origins, DNS rebinding, markup from agents.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { launch, settled, visit } from "../browser.ts";
import { at, come, ledgerOf, runOf, type Stand } from "../stand.ts";

export const needs: readonly string[] = ["hostile", "guarded"];

/** Another server of this machine with one page, under any name and path. */
const foreign = async (t: TestContext, html: string): Promise<number> => {
  const server = createServer((_, answer) =>
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const address = server.address() satisfies AddressInfo | string | null;
  assert.ok(typeof address === "object" && address !== null);
  return address.port;
};

/** What each way to ask comes to: text if it could be read, else what the browser says. */
const tries = (origin: string, run: string): string => `(async () => {
  const told = {};
  const post = { method: "POST", credentials: "include", body: JSON.stringify({ data: {}, id: "evil-0000000000000001" }) };
  const ways = {
    read: ["/api/runs", { credentials: "include" }],
    blind: ["/api/runs", { credentials: "include", mode: "no-cors" }],
    plain: ["/api/runs/${run}/commands/Pause", { ...post, headers: { "content-type": "text/plain" }, mode: "no-cors" }],
    json: ["/api/runs/${run}/commands/Pause", { ...post, headers: { "content-type": "application/json" } }],
    drive: ["/api/runs/${run}/drive", { ...post, body: "", mode: "no-cors" }],
    agents: ["/mcp", { ...post, mode: "no-cors" }],
  };
  for (const [name, [path, how]] of Object.entries(ways))
    told[name] = await fetch("${origin}" + path, how).then(async (answer) => answer.type + " " + (await answer.text()), (error) => "failed " + error.name);
  told.stream = await new Promise((done) => {
    const source = new EventSource("${origin}/api/live", { withCredentials: true });
    source.onopen = () => done("open");
    source.onerror = () => done("failed");
  });
  return told;
})()`;

const tried = async (page: Page, origin: string, run: string): Promise<readonly string[]> => {
  const told: unknown = await page.evaluate(tries(origin, run));
  assert.ok(typeof told === "object" && told !== null);
  return Object.entries(told).map(([name, what]) => `${name}: ${String(what)}`);
};
/** Nothing could be read: either the browser kept it back, or there was nothing but a no. */
const isClosed = (line: string): boolean => /^\w+: (failed|opaque $)/u.test(line);

const noticed = (page: Page): Promise<unknown> => page.evaluate("window.pwned ?? null");

const driven = async (page: Page, run: string): Promise<string> =>
  String(
    await page.evaluate(
      `fetch("/api/runs/${run}").then(async (answer) => (await answer.json()).runner !== null)`,
    ),
  );

export const tell = (stand: Stand): void => {
  test(
    "a page of another origin can neither read nor post, by fetch, by form, by stream or in a frame; a name that somebody lets point at this machine opens nothing",
    { timeout: 180_000 },
    async (t) => {
      const scene = stand.scene();
      const run = runOf(scene, "guarded");
      const { origin, token } = scene.shown;
      const before = (await ledgerOf(scene, run)).length;
      const browser = await launch(stand.chromium, "--host-resolver-rules=MAP evil.test 127.0.0.1");
      t.after(() => browser.close());
      const { context } = await visit(browser, scene.shown);
      const port = await foreign(
        t,
        `<!doctype html><form id="form" method="post" enctype="text/plain" action="${origin}/api/runs/${run}/commands/Pause"><input name='{"data":{},"id":"evil-0000000000000002","x":"' value='"}'></form><iframe id="frame" src="${origin}/"></iframe>`,
      );
      for (const host of ["127.0.0.1", "evil.test"]) {
        const page = await context.newPage();
        await page.goto(`http://${host}:${port}/`);
        for (const line of await tried(page, origin, run)) assert.ok(isClosed(line), line);
        assert.equal(await page.evaluate("document.getElementById('frame').contentDocument"), null);
        const framed = page.frames().find((frame) => frame !== page.mainFrame());
        assert.equal(
          (await framed?.content().catch(() => ""))?.includes("assets/") ?? false,
          false,
          `${host}: it can't be framed`,
        );
        const [answered] = await Promise.all([
          page.waitForResponse(
            (response) =>
              response.url().includes("/commands/Pause") &&
              response.request().isNavigationRequest(),
          ),
          page.evaluate("document.getElementById('form').submit()"),
        ]);
        assert.ok([401, 403].includes(answered.status()), `${host}: ${answered.status()}`);
        await page.close();
      }
      assert.equal((await ledgerOf(scene, run)).length, before, "nothing was written");
      const mine = await context.newPage();
      await mine.goto(origin);
      assert.match(await driven(mine, run), /^false$/u, "no runner was started");

      const pointed = await browser.newPage();
      const answer = await pointed.goto(`http://evil.test:${new URL(origin).port}/?token=${token}`);
      assert.equal(answer?.status(), 421);
      const read: unknown = await pointed.evaluate(
        "fetch('/api/runs').then(async (answer) => answer.status + ' ' + (await answer.text()), String)",
      );
      assert.doesNotMatch(String(read), /"title"/u);
      assert.match(String(read), /^421|Failed/u);
    },
  );

  test(
    "what agents wrote is text on every page: no markup runs, no link but http leads anywhere",
    { timeout: 120_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "hostile");
      const { origin } = stand.scene().shown;
      const tabs = ["graph", "work", "proof", "files", "ledger"].map(
        (tab) => `/run/${run}?tab=${tab}`,
      );
      for (const path of ["/", ...tabs, `/run/${run}?node=1`, `/run/${run}?node=2`]) {
        await page.goto(origin + path);
        await settled(page);
        // Elements, not places in a list: one that opens is no longer among the folded.
        for (const summary of await page.locator("details:not([open]) > summary").elementHandles())
          await summary.click({ timeout: 1_000 }).catch(() => undefined);
        // What its agent writes just now is read once its attempt is unfolded.
        if (path.endsWith("?node=2")) {
          const transcript = page
            .locator(".node-panel .transcript")
            .filter({ hasText: "data:text/html" });
          await transcript.getByText("data:text/html").first().waitFor();
          await transcript.locator(".brief > summary").click();
        }
        assert.equal(await noticed(page), null, path);
        assert.equal(
          await page.locator("img[src='x'], script:not([src]), iframe, object, embed").count(),
          0,
          path,
        );
        const links = await page
          .locator("a[href]")
          .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
        for (const link of links) assert.match(link, /^(\/|\?|#|https?:\/\/)/u, path);
        const outward = await page
          .locator("a[href^=http]")
          .evaluateAll((all) => all.map((link) => [link.getAttribute("href"), link.textContent]));
        for (const [href, text] of outward)
          assert.equal(text, href, `${path}: where it leads is shown whole`);
      }
      assert.match(
        await page.locator(".node-panel").innerText(),
        /<img src=x onerror=/u,
        "it is shown as it was written",
      );
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "a file that an agent wrote is shown as text, also where it is opened by its address",
    { timeout: 60_000 },
    async (t) => {
      const scene = stand.scene();
      const run = runOf(scene, "hostile");
      const { page } = await come(t, stand);
      const files: unknown = await page.evaluate(
        `fetch('/api/runs/${run}/files').then((answer) => answer.json())`,
      );
      const paths = /"path":"([^"]+)"/gu;
      const named = [...JSON.stringify(files).matchAll(paths)].map(([, path = ""]) => path);
      assert.ok(named.length > 0);
      for (const path of named) {
        const answer = await page.goto(`${scene.shown.origin}/api/runs/${run}/file/${path}`);
        assert.match(answer?.headers()["content-type"] ?? "", /^text\/plain/u);
        assert.equal(answer?.headers()["x-content-type-options"], "nosniff");
        assert.equal(await noticed(page), null);
      }
    },
  );
};
