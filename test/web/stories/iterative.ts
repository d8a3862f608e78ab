// Why: a limit is raised on the page; a number that doesn't fit is refused beside its field, and nothing is written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shoot } from "../browser.ts";
import { at, goOn, ledgerOf, type Stand } from "../stand.ts";

export const needs: readonly string[] = ["stuck"];

export const tell = (stand: Stand): void => {
  test("iterative: its passes are used up; the limit is raised, not beyond what the protocol allows", { timeout: 120_000 }, async (t) => {
    const { page, troubles, run } = await at(t, stand, "stuck");
    const before = await ledgerOf(stand.scene(), run);
    await page.locator(".choices").getByRole("button", { name: "raise", exact: true }).click();
    const number = page.locator("form.answer").getByRole("textbox").or(page.locator("form.answer").getByRole("spinbutton")).first();
    await number.fill("4000");
    await page.getByRole("button", { name: "Answer: raise" }).click();
    await page.locator("form.answer [aria-invalid=true]").or(page.locator("form.answer [role=alert] p")).first().waitFor();
    await shoot(page, stand.shots, "story-limit-refused");
    assert.equal((await ledgerOf(stand.scene(), run)).length, before.length, "nothing was written");
    await number.fill("2");
    await page.getByRole("button", { name: "Answer: raise" }).click();
    await page.locator(".decision").waitFor({ state: "detached" });
    const raised = (await ledgerOf(stand.scene(), run)).slice(before.length);
    assert.ok(raised.length > 0, "the answer is an event");
    stand.scene().ground.place({ "staging.ok": "" });
    stand.scene().ground.git("add", ".");
    stand.scene().ground.git("commit", "--quiet", "--message", "Staging is up");
    await goOn(page);
    await page
      .locator(".run-head .badge")
      .getByText(/done|ended/u)
      .waitFor({ timeout: 90_000 });
    assert.match(await page.locator(".run-head .badge").innerText(), /done/u);
    assert.deepEqual(troubles, []);
  });
};
