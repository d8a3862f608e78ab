// Web story of a ledger server's outage: reported at once, recovered without a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { project } from "../../fixtures/shop/project.ts";
import { postgresMissing, startPostgres } from "../../postgres/server.ts";
import { overflow, settled, shoot, violations } from "../browser.ts";
import { layGround } from "../ground.ts";
import { showOf } from "../scene.ts";
import { come, entry, eventually, ledgerOf, type Stand } from "../stand.ts";

export const needs: readonly string[] = [];

export const tell = (stand: Stand): void => {
  const skip = postgresMissing ?? false;
  test(
    "another machine's job is named; a ledger's server that is away is told at once, and what was shown stays readable",
    { skip, timeout: 120_000 },
    async (t) => {
      const server = await startPostgres({ settings: ["fsync=off"] });
      t.after(() => server.remove());
      const config = {
        "cairn.config.json": JSON.stringify({ ledger: `${server.database()}?project=shop` }),
      };
      const [ground, machine] = [
        layGround({ ...project, ...config }),
        layGround({ ...project, ...config }),
      ];
      t.after(() => [ground, machine].forEach((one) => one.end()));
      const words = ["--session", "away", "--explorers", "0", "--json"];
      const { out } = await ground.cairn([
        "run",
        "--later",
        "ultrawork",
        "Count while it lasts",
        ...words,
      ]);
      const run = /"run": ?"([^"]+)"/u.exec(out)?.[1] ?? "";
      const own = await showOf(ground, stand.scene().page)();
      const there = entry(own, `/run/${run}?tab=ledger`);
      const { page, context, troubles } = await come(t, stand, there);
      await settled(page);
      const lines = page.locator("li .version");
      await machine.cairn(["job", "claim", run, "plan", "--as", "bea"]);
      await page
        .locator(".run-head .at-work")
        .getByText(/bea.*, on \S+\/\w{6}$/u)
        .waitFor();
      const banner = page.getByRole("status").filter({ hasText: "Shown as of" });
      assert.equal(await banner.count(), 0);
      await eventually(
        "the claim's own event is shown, too",
        async () => (await lines.count()) === (await ledgerOf({ ground }, run)).length,
      );
      const before = await lines.count();

      server.stop("immediate");
      const since = performance.now();
      await banner.waitFor({ timeout: 8_000 });
      t.diagnostic(`told after ${Math.round(performance.now() - since)} ms`);
      assert.match(
        await banner.innerText(),
        /The ledger's server doesn't answer \(.+\)\. The page has retried for/u,
      );
      assert.equal(await lines.count(), before, "what was shown stays");
      // Ages stand still: that the banner's own goes on shows that time does.
      const ages = () => page.locator("time:not(.connection time)").allInnerTexts();
      const then = await ages();
      const lasts = banner.locator("time").last();
      await eventually(
        "the outage lasts",
        async () => Number.parseInt(await lasts.innerText(), 10) >= 6,
        15_000,
      );
      assert.deepEqual(await ages(), then);
      assert.ok(
        then.some((age) => /^just now|\d s ago$/u.test(age)),
        then.join(),
      );
      const late = await context.newPage();
      await late.goto(`${own.origin}/`);
      const unread = late.getByRole("status").filter({ hasText: "the runs can't be read yet." });
      await unread.waitFor({ timeout: 8_000 });
      assert.deepEqual(
        [await late.getByText("Loading runs").count(), await late.getByText("Shown as of").count()],
        [0, 0],
      );
      await page.bringToFront();
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await shoot(page, stand.shots, `outage-${width}`);
        assert.ok((await overflow(page)) <= 0, `${width} px`);
      }
      assert.deepEqual(await violations(page), []);

      server.start();
      await banner.waitFor({ state: "detached", timeout: 30_000 });
      await page.locator(".connection.live").waitFor();
      await ground.cairn(["stop", run]);
      await eventually("the next event", async () => (await lines.count()) > before, 40_000);
      await late.bringToFront();
      await late.getByText("Count while it lasts").first().waitFor({ timeout: 20_000 });
      assert.equal(await unread.count(), 0);
      assert.deepEqual(troubles, []);
    },
  );
};
