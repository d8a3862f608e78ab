// Why: one approval, and stories follow; one of them fails, and the slider leads back to the moment before: graph, files and ledger go there together.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { settled, shoot } from "../browser.ts";
import { answer, at, goOn, ledgerOf, type Stand } from "../stand.ts";

export const needs: readonly string[] = ["project"];

export const tell = (stand: Stand): void => {
  test("stigmergy: a blueprint is approved, and one slides back to the moment before a failure", { timeout: 240_000 }, async (t) => {
    const { page, troubles, run } = await at(t, stand, "project");
    await answer(page, "approve");
    await goOn(page);
    await page.locator(".run-head .badge").getByText("done").waitFor({ timeout: 180_000 });
    const rows = await ledgerOf(stand.scene(), run);
    const strike = rows.find(({ type }) => type === "StrikeCounted")?.version ?? 0;
    assert.ok(strike > 1, "a story failed on the way");

    const slider = page.getByRole("slider", { name: "moment of the run" });
    await slider.fill(String(strike));
    await page.getByText(`As it was at #${strike},`).waitFor();
    await page.keyboard.press("[");
    await page.getByText(`As it was at #${strike - 1},`).waitFor();
    await settled(page);
    assert.equal(new URL(page.url()).searchParams.get("at"), String(strike - 1));
    assert.equal(await page.locator(".todo").count(), 0, "nothing of the past can be answered");
    await shoot(page, stand.shots, "story-before-the-failure");

    await page.keyboard.press("5");
    await settled(page);
    assert.equal(await page.locator("li .version").first().innerText(), `#${strike - 1}`, "the ledger ends where one stands");
    const then = await fileAt(page, run, "state.json", strike - 1);
    const now = await fileAt(page, run, "state.json", null);
    assert.match(now, /PROJECT_COMPLETE|STORY_COMPLETE/u);
    assert.doesNotMatch(then, /FAILURE_DETECTED/u);

    await page.getByRole("link", { name: "back to now" }).click();
    await page.getByText("As it was at").waitFor({ state: "detached" });
    assert.deepEqual(troubles, []);
  });
};

/** As the page would read it. */
const fileAt = async (page: Page, run: string, path: string, version: number | null): Promise<string> => {
  const { origin } = new URL(page.url());
  const answered = await page.request.get(`${origin}/api/runs/${run}/file/${path}${version === null ? "" : `?at=${version}`}`);
  return answered.text();
};
