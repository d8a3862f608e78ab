// Web stories of refused hand edits, cancels by a slip, and a lost server.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../../src/core/json/record.ts";
import { settled } from "../browser.ts";
import { at, come, entry, eventually, ledgerOf, type Stand } from "../stand.ts";

export const needs: readonly string[] = ["docs"];

export const tell = (stand: Stand): void => {
  test(
    "a hand edit that is refused appears with its reason, though no worker is at work on the run",
    { timeout: 60_000 },
    async (t) => {
      const { page, troubles } = await at(t, stand, "docs");
      assert.equal(await page.locator(".wrong").count(), 0);
      const file = join(stand.scene().ground.home, "tiny-shop/sessions/docs/session.json");
      const before = readFileSync(file, "utf8");
      writeFileSync(file, before.replace('"EXECUTION"', '"COMPLETE"'));
      await page.locator(".wrong").getByText("Refused:").waitFor({ timeout: 30_000 });
      assert.doesNotMatch(
        await page.locator(".wrong").innerText(),
        /SENDER_WRONG/u,
        "codes stand where one looks",
      );
      await page.locator(".wrong").getByRole("link", { name: "refused.md" }).click();
      await page.locator(".files-tab, .tab").getByText("SENDER_WRONG").first().waitFor();
      assert.match(readFileSync(file, "utf8"), /"EXECUTION"/u, "the file is put back");
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "a search of the ledger lists what fits, and all events once its words are gone; a tab whose program can't be had says so, and the rest stays; a page that can't be drawn says what to do",
    { timeout: 60_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "docs", "?tab=ledger");
      const status = page.locator(".ledger").getByRole("status");
      const all = (await ledgerOf(stand.scene(), run)).length;
      await status.getByText(`${all} events, the newest first`).waitFor();
      await page.getByRole("searchbox").fill("runstarted #1");
      await status.getByText(`1 of ${all} events fit`).waitFor();
      assert.deepEqual(await page.locator(".ledger li .version").allInnerTexts(), ["#1"]);
      await page.getByRole("searchbox").fill("no such word");
      await status.getByText(`0 of ${all} events fit`).waitFor();
      await page.getByRole("button", { name: "show all" }).click();
      await status.getByText(`${all} events, the newest first`).waitFor();

      await page.route("**/assets/changes-tab-*.js", (route) => route.abort());
      await page.getByRole("link", { name: "Changes" }).click();
      await page.getByText("This part of the page can't be loaded. Reload the page.").waitFor();
      await page.locator(".run-head").waitFor();
      await page.getByRole("link", { name: "Ledger" }).click();
      await page.locator(".ledger li .version").first().waitFor();
      assert.deepEqual(troubles, []);

      await page.route(`**/api/runs/${run}`, async (route) => {
        const picture: unknown = await (await route.fetch()).json();
        await route.fulfill({ json: isRecord(picture) ? { ...picture, nodes: null } : {} });
      });
      await page.goto(`${stand.scene().shown.origin}/run/${run}`);
      await page.getByRole("alert").getByText("This page can't be drawn. Reload it").waitFor();
      await page.unroute(`**/api/runs/${run}`);
      await page.reload();
      await page.locator(".run-head").waitFor();
    },
  );

  test(
    "cancel asks first, and says what it is about; left, it changes nothing",
    { timeout: 60_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "docs");
      const before = (await ledgerOf(stand.scene(), run)).length;
      const asked = async (): Promise<void> => {
        await page
          .getByRole("button", { name: /^Cancel run/u })
          .first()
          .click();
        const dialog = page.getByRole("dialog");
        const reason = dialog.getByRole("textbox");
        if ((await reason.count()) > 0) await reason.first().fill("the docs are written elsewhere");
        await dialog.getByText("It is about").waitFor();
      };
      await asked();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      assert.equal((await ledgerOf(stand.scene(), run)).length, before);
      await asked();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: "Cancel run", exact: true })
        .click();
      await page.locator(".run-head .badge").getByText("not done").waitFor();
      assert.ok((await ledgerOf(stand.scene(), run)).length > before);
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "the server is killed and comes back: the open page shows every event, none twice",
    { timeout: 90_000 },
    async (t) => {
      const scene = stand.scene();
      const own = await scene.show();
      const port = Number(new URL(own.origin).port);
      const { ground } = scene;
      const { out } = await ground.cairn([
        "run",
        "--later",
        "ultrawork",
        "Count what is lost",
        "--session",
        "lost",
        "--explorers",
        "0",
        "--json",
      ]);
      const run = /"run": ?"([^"]+)"/u.exec(out)?.[1] ?? "";
      const turn = async (): Promise<void> => {
        await ground.cairn(["stop", run]);
        await ground.cairn(["resume", run]);
      };
      const there = entry(own, `/run/${run}?tab=ledger`);
      const { page, context, troubles } = await come(t, stand, there);
      await page.getByText("RunPaused").first().waitFor({ state: "detached" });
      await turn();
      const shown = (): Promise<readonly string[]> => page.locator("li .version").allInnerTexts();
      const whole = async (): Promise<void> => {
        const rows = (await ledgerOf(scene, run)).map(({ version }) => `#${version}`).toSorted();
        await eventually(
          "every event",
          async () => (await shown()).toSorted().join() === rows.join(),
          30_000,
        );
      };
      await whole();

      own.server.signal("SIGKILL");
      await own.server.ended;
      await turn();
      await page.getByText("no connection").waitFor({ timeout: 20_000 });
      const again = await scene.show(port);
      t.after(() => again.server.signal("SIGKILL"));
      await page.getByText("The server was restarted").waitFor({ timeout: 20_000 });
      const other = await context.newPage();
      await other.goto(again.url);
      await whole();
      await turn();
      await whole();
      assert.equal(new Set(await shown()).size, (await shown()).length);
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "a page that nobody sees asks for nothing, and shows all that it missed once somebody looks",
    { timeout: 60_000 },
    async (t) => {
      const scene = stand.scene();
      const { ground } = scene;
      const { out } = await ground.cairn([
        "run",
        "--later",
        "ultrawork",
        "Go on unseen",
        "--session",
        "unseen",
        "--json",
      ]);
      const run = /"run": ?"([^"]+)"/u.exec(out)?.[1] ?? "";
      const there = entry(scene.shown, `/run/${run}?tab=ledger`);
      const { page, troubles } = await come(t, stand, there);
      await settled(page);
      const asked: string[] = [];
      const hide = (hidden: boolean): Promise<unknown> =>
        page.evaluate(
          `Object.defineProperty(document, "hidden", {configurable: true, get: () => ${hidden}}); document.dispatchEvent(new Event("visibilitychange"))`,
        );
      await hide(true);
      page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
      await ground.cairn(["stop", run]);
      // Somebody who looks has seen it, so the other page was told, too.
      const other = await page.context().newPage();
      await other.goto(`${scene.shown.origin}/run/${run}?tab=ledger`);
      await other.locator("li").getByText("RunPaused").waitFor();
      await ground.cairn(["resume", run]);
      await other.locator("li").getByText("RunResumed").waitFor();
      assert.deepEqual(
        asked.filter((path) => path !== "/api/runs"),
        [],
      );
      assert.equal(await page.locator("li").getByText("RunPaused").count(), 0);
      await hide(false);
      const rows = (await ledgerOf(scene, run)).map(({ version }) => `#${version}`).toReversed();
      await eventually(
        "every event",
        async () => (await page.locator("li .version").allInnerTexts()).join() === rows.join(),
        10_000,
      );
      assert.deepEqual(troubles, []);
    },
  );
};
