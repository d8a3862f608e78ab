// Web stories of iterative: a raised limit, a reopened unit.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shoot } from "../browser.ts";
import {
  answer,
  at,
  choice,
  choose,
  eventually,
  ledgerOf,
  rollBack,
  type Stand,
} from "../stand.ts";

export const needs: readonly string[] = ["stuck", "ranges"];

export const tell = (stand: Stand): void => {
  test(
    "iterative: its passes are used up; the limit is raised, not beyond what the protocol allows",
    { timeout: 120_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "stuck");
      const before = await ledgerOf(stand.scene(), run);
      await choose(page, "Allow more passes");
      const number = page
        .locator("form.answer")
        .getByRole("textbox")
        .or(page.locator("form.answer").getByRole("spinbutton"))
        .first();
      await number.fill("4000");
      writeFileSync(join(stand.scene().ground.folder, "staging.ok"), "");
      await choice(page, "Allow more passes").click();
      await page
        .locator("form.answer [aria-invalid=true]")
        .or(page.locator("form.answer [role=alert] p"))
        .first()
        .waitFor();
      await shoot(page, stand.shots, "story-limit-refused");
      assert.equal(
        (await ledgerOf(stand.scene(), run)).length,
        before.length,
        "nothing was written",
      );
      await number.fill("2");
      writeFileSync(join(stand.scene().ground.folder, "staging.ok"), "");
      await choice(page, "Allow more passes").click();
      await page.locator(".decision").waitFor({ state: "detached" });
      const raised = (await ledgerOf(stand.scene(), run)).slice(before.length);
      assert.ok(raised.length > 0, "the answer is an event");
      // Its gate looks outside the tree, so it shows nothing of the work: a person has to say that it is good.
      await page
        .locator(".decision")
        .getByText("Is the work good to be delivered?")
        .first()
        .waitFor({ timeout: 90_000 });
      await answer(page, "Approve delivery");
      await page.locator("form.answer .noes").getByText("shows nothing").waitFor();
      await page.locator("form.answer").getByLabel("note").fill("staging was looked at");
      await choice(page, "Approve delivery").click();
      await page.locator(".decision").waitFor({ state: "detached" });
      await page
        .locator(".run-head .badge")
        .getByText(/done|ended/u)
        .waitFor({ timeout: 90_000 });
      assert.match(await page.locator(".run-head .badge").innerText(), /done/u);
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "iterative: a unit that was done is taken up again, and what landed of it stays",
    { timeout: 180_000 },
    async (t) => {
      const { ground } = stand.scene();
      const { page, troubles, run } = await at(t, stand, "ranges");
      await ground.cairn([
        "send",
        run,
        "SetSettings",
        "--data",
        JSON.stringify({ settings: { deliver: "ask" } }),
      ]);
      const state = (): string =>
        readFileSync(join(ground.root, ".claude/iterative/ranges/state.json"), "utf8");
      const branch = (): string =>
        ground.git(
          "for-each-ref",
          "--format=%(refname) %(objectname)",
          "refs/heads/cairn/*ranges*",
        );
      await answer(page, "Approve the plan");
      await choice(page, "Send it back").waitFor({ timeout: 90_000 });
      await page
        .locator(".decision")
        .getByText(/deliver/iu)
        .first()
        .waitFor();
      await eventually("the file of what waits", async () => /"phase": "deliver"/u.test(state()));
      const landed = branch();
      assert.notEqual(landed, "");

      await rollBack(page, "T1", "a range of nothing reads oddly");
      await page.locator(".run-head").getByText("execute").first().waitFor();
      // Files follow the record by a moment.
      await eventually("the reopened unit's file", async () => /"phase": "execute"/u.test(state()));
      assert.doesNotMatch(state(), /"status": "(?:done|complete)/u);
      assert.equal(branch(), landed, "what landed stays");
      // Else it would ask again in the midst of another story.
      await ground.cairn(["stop", run, "--cancel", "--yes"]);
      assert.deepEqual(troubles, []);
    },
  );
};
