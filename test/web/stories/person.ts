// A person's whole way with a real agent program's recorded stream: start, watch, read, remark, send back, deliver.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { flaws, holds, settled, sizeOf, widths } from "../browser.ts";
import { remark } from "../recorded-agent.ts";
import { answer, come, type Stand } from "../stand.ts";

export const needs: readonly string[] = [];

const goal = "Greet visitors by name";

/** Looked at on phone and desk where it stands. */
const looked = async (page: Page, stand: Stand, name: string): Promise<void> => {
  await settled(page);
  for (const width of widths) {
    await page.setViewportSize(sizeOf(width));
    await settled(page);
    const found = await flaws(page, stand.shots, `person-${name}-${width}`);
    assert.deepEqual(found, [], `${name} at ${width} px`);
  }
};

export const tell = (stand: Stand): void => {
  test(
    "a person starts a run, watches its agent, sends work back with a remark, and takes what is proved",
    { timeout: 240_000 },
    async (t: TestContext) => {
      const { page, troubles } = await come(t, stand);
      const { ground, shown } = stand.scene();
      await page.keyboard.press("n");
      await page.waitForURL(/\/new$/u);
      const form = page.getByRole("form", { name: "New run" });
      await holds(page, "document.activeElement.matches('textarea.goal')");
      await page.keyboard.type(goal);
      await form.getByLabel("All roles").selectOption({ label: "claude" });
      await form.getByRole("button", { name: "Start", exact: true }).click();
      await page.waitForURL(/\/run\/\w+$/u);
      const run = page.url().split("/").at(-1) ?? "";
      const once = JSON.stringify({ options: { max_attempts: 1 } });
      await ground.cairn(["send", run, "SetOptions", "--data", once]);
      await page.getByRole("button", { name: "Approve the plan" }).waitFor({ timeout: 60_000 });
      await page.locator(".decision").getByText("grep -q Ana hello.txt").first().waitFor();
      await answer(page, "Approve the plan");
      await page.locator(".decision").waitFor({ state: "detached" });
      await page.goto(`${shown.origin}/run/${run}?node=1`);

      await page.locator(".node-panel .attempts summary").filter({ hasText: "worker" }).click();
      const transcript = page.locator(".transcript").first();
      await transcript.locator(".call", { hasText: "README.md" }).waitFor({ timeout: 60_000 });
      await transcript.getByTitle("hello.txt", { exact: true }).waitFor();
      await looked(page, stand, "watch");
      const deed = /Greet visitors in hello\.txt.*edits hello\.txt \+1/u;
      await page.locator(".node-panel .now").getByText("edits hello.txt +1").waitFor();
      await page.locator(".run-head .at-work").filter({ hasText: deed }).waitFor();
      await page.locator(".graph .card").filter({ hasText: deed }).waitFor();
      await page.goto(shown.origin);
      await page.locator(".run .at-work").filter({ hasText: deed }).waitFor();
      await page.getByRole("link", { name: "Watch", exact: true }).click();
      const tile = page.locator(".tiles > li").filter({ hasText: deed });
      await tile.getByText("edited hello.txt").waitFor();
      await tile.getByText(/ of 1 h$/u).waitFor();
      await tile.getByRole("link").click();
      await page.locator(".node-panel .now").waitFor();
      ground.release("first-turn");
      await page.locator(".decision").waitFor({ timeout: 60_000 });

      await page.goto(`${shown.origin}/run/${run}?tab=changes&node=1`);
      const changes = page.locator(".changes-tab");
      await changes.getByRole("button", { name: "Comment on line 1" }).first().click();
      await changes.getByLabel("Comment on hello.txt").fill(remark);
      await looked(page, stand, "remark");
      await changes.getByRole("button", { name: "Try again with my comments" }).click();
      await page
        .getByRole("dialog")
        .getByRole("form", { name: "Try again" })
        .locator(".ends button")
        .first()
        .click();
      await page
        .getByRole("dialog")
        .getByRole("form", { name: "Try again" })
        .waitFor({ state: "detached" });
      ground.release("second-turn");

      await page
        .locator(".run-head .badge")
        .getByText("done", { exact: false })
        .waitFor({ timeout: 90_000 });
      await page.goto(`${shown.origin}/run/${run}`);
      await page.getByRole("button", { name: "Merge into main" }).waitFor();
      await looked(page, stand, "end");
      assert.ok(!existsSync(join(ground.root, "hello.txt")));
      // The button names the branch that was checked out when the page asked, which must not ask just now: another one is left alone.
      await page.route("**/api/**", (route) =>
        route.request().method() === "GET" ? route.abort() : route.continue(),
      );
      ground.git("switch", "--quiet", "-c", "trial");
      await page.getByRole("button", { name: "Merge into main" }).click();
      await page.unroute("**/api/**");
      await page.getByText("trial is checked out now, not main; nothing was merged").waitFor();
      await page.getByRole("button", { name: "Merge into trial" }).waitFor();
      assert.ok(!existsSync(join(ground.root, "hello.txt")));
      ground.git("switch", "--quiet", "main");
      await page.reload();
      await page.getByRole("button", { name: "Merge into main" }).focus();
      await page.keyboard.press("m");
      await page.locator(".note.good", { hasText: "Merged into main" }).waitFor();
      await page.getByRole("button", { name: "Undo the merge" }).waitFor();
      // The focused button is gone.
      await holds(page, "document.activeElement !== document.body");
      assert.equal(readFileSync(join(ground.root, "hello.txt"), "utf8"), "hello, Ana\n");
      assert.deepEqual(troubles, []);
    },
  );
};
