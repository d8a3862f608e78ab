// Web stories of ultrawork: plan approval, live output of workers, the end; doubt resolved.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled, shoot } from "../browser.ts";
import { answer, at, eventually, goOn, ledgerOf, type Stand } from "../stand.ts";

export const needs: readonly string[] = ["vouchers", "night"];

export const tell = (stand: Stand): void => {
  test(
    "ultrawork: a plan is approved, workers start, their output comes, the run ends",
    { timeout: 120_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "vouchers");
      const { ground } = stand.scene();
      await page.locator(".run-head").getByText("waits for you").waitFor();
      await page.getByRole("button", { name: "Edit plan" }).click();
      const form = page.getByRole("form", { name: "Edit plan" });
      await form.getByLabel("subject").first().fill("Read a voucher's code, whatever its case");
      await shoot(page, stand.shots, "story-plan-changed");
      await form.getByRole("button", { name: "Propose plan" }).click();
      await page
        .locator(".decision")
        .getByText("Is revision 2 of the plan good to be worked on?")
        .waitFor();
      await page
        .locator(".node-list")
        .getByText("Read a voucher's code, whatever its case")
        .waitFor();
      await answer(page, "Approve the plan");
      await page.locator(".decision").waitFor({ state: "detached" });
      assert.ok((await ledgerOf(stand.scene(), run)).some(({ type }) => type === "PlanApproved"));
      await page
        .locator(".run-head .at-work")
        .getByRole("link", { name: "Read a voucher's code, whatever its case" })
        .first()
        .click();
      await page
        .locator(".node-panel .now")
        .getByText(/step \d/u)
        .first()
        .waitFor();
      await page.locator(".node-panel .attempts summary").filter({ hasText: "worker" }).click();
      await page.locator(".node-panel").getByText("Codes are read whatever their case.").waitFor();
      await page.locator(".node-panel .transcript").getByText("step 2:").waitFor();
      await shoot(page, stand.shots, "story-workers");
      ground.release("voucher");
      await page.locator(".run-head .badge").getByText("done").waitFor({ timeout: 60_000 });
      await settled(page);
      assert.match(await page.locator(".going-on").innerText(), /3 of 3 criteria proved/u);
      assert.ok((await ledgerOf(stand.scene(), run)).some(({ type }) => type === "RunCompleted"));
      await page.goto(`${stand.scene().shown.origin}/run/${run}?tab=changes&node=1`);
      const changes = page.getByRole("region", { name: "Changes", exact: true });
      await changes.getByText("landed").first().waitFor();
      await changes.getByRole("button", { name: "Comment on line 1" }).first().click();
      await changes.getByLabel("Comment on src/voucher.js").fill("and an empty one?");
      await shoot(page, stand.shots, "story-changes");
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "ultrawork: what is in doubt is said, and going on clears it up",
    { timeout: 180_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "night");
      // Its lease has to run out first; the page is left open meanwhile.
      await page
        .locator(".wrong")
        .getByText("in doubt", { exact: false })
        .waitFor({ timeout: 90_000 });
      const before = (await ledgerOf(stand.scene(), run)).length;
      await goOn(page);
      await page
        .locator(".wrong")
        .getByText("in doubt", { exact: false })
        .waitFor({ state: "detached", timeout: 60_000 });
      await eventually(
        "an event about it",
        async () => (await ledgerOf(stand.scene(), run)).length > before,
      );
      assert.deepEqual(troubles, []);
    },
  );
};
