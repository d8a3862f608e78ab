// Why: a template's questions are answered where they stand: a checkpoint by keys alone, a failed step, a run within the run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, at, come, goOn, ledgerOf, runOf, type Stand } from "../stand.ts";

export const needs: readonly string[] = ["change", "release", "nested"];

export const tell = (stand: Stand): void => {
  test("player: a checkpoint is found, answered and gone on from by the keyboard alone", { timeout: 120_000 }, async (t) => {
    const scene = stand.scene();
    const run = runOf(scene, "change");
    const { page, troubles } = await come(t, stand);
    const { keyboard } = page;
    await page.getByText("CP-01: Is this the plan to work by?").waitFor();
    await keyboard.press("/");
    await keyboard.type("Small change");
    await page.getByText("CP-01: Is this the plan to work by?").waitFor();
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await page.waitForURL(`**/run/${run}**`);
    await page.locator(".decision").waitFor();
    await keyboard.press("d");
    await keyboard.press("Enter");
    await page.getByRole("button", { name: "Answer: continue" }).waitFor();
    // A note may be said first.
    await keyboard.type("go ahead");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await page.locator(".decision").waitFor({ state: "detached" });
    assert.ok((await ledgerOf(scene, run)).some(({ type }) => type === "CheckpointPassed"));
    // The keys go on from where the question was.
    for (let step = 0; step < 30; step += 1) {
      const here = await page.evaluate("document.activeElement?.textContent ?? ''");
      if (here === "go on with it") break;
      await keyboard.press("Tab");
    }
    await keyboard.press("Enter");
    await page.locator(".run-head .badge").getByText("done").waitFor({ timeout: 60_000 });
    assert.deepEqual(troubles, []);
  });

  test("player: a failed step asks what now; it is retried, and the template goes on", { timeout: 120_000 }, async (t) => {
    const { page, troubles, run } = await at(t, stand, "release");
    await page.locator(".wrong").getByText("the staging server answered 502").first().waitFor();
    await answer(page, "retry");
    await goOn(page);
    await page.locator(".run-head .badge").getByText("done").waitFor({ timeout: 60_000 });
    const types = (await ledgerOf(stand.scene(), run)).map(({ type }) => type);
    assert.ok(types.indexOf("NodeRetried") < types.indexOf("RunCompleted"));
    assert.deepEqual(troubles, []);
  });

  test("player: what a run within it asks is answered from its parent's page", { timeout: 120_000 }, async (t) => {
    const { page, troubles, run } = await at(t, stand, "nested");
    const child = await page.locator(".family a").first().innerText();
    await page.locator(".decision").getByText("which this run started").waitFor();
    await answer(page, "approve");
    await page.locator(".decision").waitFor({ state: "detached" });
    const id = child.split(" ")[0] ?? "";
    assert.ok((await ledgerOf(stand.scene(), id)).some(({ type }) => type === "PlanApproved"));
    assert.ok(!(await ledgerOf(stand.scene(), run)).some(({ type }) => type === "PlanApproved"));
    assert.deepEqual(troubles, []);
  });
};
