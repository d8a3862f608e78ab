// Web stories of stigmergy: approval, halt, reopening, and the slider into the past.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isRecord } from "../../../src/core/json/record.ts";
import { settled, shoot } from "../browser.ts";
import { answer, at, choice, ledgerOf, rollBack, type Stand } from "../stand.ts";

export const needs: readonly string[] = ["project"];

export const tell = (stand: Stand): void => {
  test(
    "stigmergy: all is halted; un-halted on the page, it stands where it stood",
    { timeout: 60_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "project");
      const status = (): string => projectStatus(stand);
      const before = status();
      const reason = JSON.stringify({ reason: "the shop is being moved" });
      await stand.scene().ground.cairn(["send", run, "Halt", "--data", reason]);
      await page.locator(".decision").getByText("the shop is being moved").first().waitFor();
      assert.equal(status(), "EXECUTION_HALTED");
      await shoot(page, stand.shots, "story-halted");
      await answer(page, "Try again");
      await choice(page, "Approve the blueprint").waitFor();
      assert.equal(status(), before);
      const types = (await ledgerOf(stand.scene(), run)).map(({ type }) => type);
      assert.ok(types.indexOf("Halted") < types.indexOf("Unhalted"), types.join(" "));
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "stigmergy: a blueprint is approved, and one slides back to the moment before a failure",
    { timeout: 240_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "project");
      await answer(page, "Approve the blueprint");
      await page.locator(".run-head .badge").getByText("done").waitFor({ timeout: 180_000 });
      const rows = await ledgerOf(stand.scene(), run);
      const strike = rows.find(({ type }) => type === "StrikeCounted")?.version ?? 0;
      assert.ok(strike > 1, "a story failed on the way");

      await page.getByRole("button", { name: "Go back in time" }).click();
      const slider = page.getByRole("slider", { name: "Event" });
      await slider.fill(String(strike));
      await page.getByText(`As it was at #${strike},`).waitFor();
      await page.keyboard.press("[");
      await page.getByText(`As it was at #${strike - 1},`).waitFor();
      await settled(page);
      assert.equal(new URL(page.url()).searchParams.get("at"), String(strike - 1));
      assert.equal(await page.locator(".todo").count(), 0, "nothing of the past can be answered");
      await shoot(page, stand.shots, "story-before-the-failure");

      await slider.press("ArrowRight");
      await page.getByText(`As it was at #${strike},`).waitFor();
      assert.match(
        (await slider.getAttribute("aria-valuetext")) ?? "",
        new RegExp(`\\d\\d:\\d\\d:\\d\\d, event ${strike} of ${rows.length}: strike counted`, "u"),
      );
      await slider.press("Home");
      await page.getByText("As it was at #1,").waitFor();
      await slider.press("PageUp");
      assert.ok(Number(await slider.inputValue()) > 2, "a larger step");
      await slider.fill(String(strike - 1));
      await page.getByText(`As it was at #${strike - 1},`).waitFor();
      await settled(page);

      await page.keyboard.press("6");
      await settled(page);
      assert.equal(
        await page.locator("li .version").first().innerText(),
        `#${strike - 1}`,
        "the ledger ends where one stands",
      );
      const then = await fileAt(page, run, "state.json", strike - 1);
      const now = await fileAt(page, run, "state.json", null);
      assert.match(now, /PROJECT_COMPLETE|STORY_COMPLETE/u);
      assert.doesNotMatch(then, /FAILURE_DETECTED/u);

      await page.getByRole("link", { name: "back to now" }).click();
      await page.getByText("As it was at").waitFor({ state: "detached" });
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "stigmergy: a story that was complete is taken up again, and the project is brought to its end once more",
    { timeout: 240_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "project");
      await page.locator(".run-head .badge").getByText("done").waitFor();
      const landed = (): string =>
        stand.scene().ground.git("for-each-ref", "--format=%(objectname)", "refs/heads/cairn");
      const before = landed();
      assert.notEqual(before, "");
      await rollBack(page, "1.3", "gift cards are paid out");
      await page.locator(".run-head .badge").getByText("done").waitFor({ state: "detached" });
      assert.equal(projectStatus(stand), "EXECUTION_IN_PROGRESS");
      assert.equal(landed(), before, "what landed stays");
      await page.locator(".run-head .badge").getByText("done").waitFor({ timeout: 180_000 });
      assert.equal(projectStatus(stand), "PROJECT_COMPLETE");
      const types = (await ledgerOf(stand.scene(), run)).map(({ type }) => type);
      assert.ok(
        types.indexOf("ProjectCompleted") < types.indexOf("StoryReopened"),
        types.join(" "),
      );
      assert.ok(
        types.lastIndexOf("ProjectCompleted") > types.indexOf("StoryReopened"),
        types.join(" "),
      );
      assert.deepEqual(troubles, []);
    },
  );
};

/** As it lies on the disk. */
const projectStatus = (stand: Stand): string => {
  const state: unknown = JSON.parse(
    readFileSync(join(stand.scene().ground.root, ".ai/state.json"), "utf8"),
  );
  assert.ok(isRecord(state));
  return String(state["project_status"]);
};

/** As the page would read it. */
const fileAt = async (
  page: Page,
  run: string,
  path: string,
  version: number | null,
): Promise<string> => {
  const { origin } = new URL(page.url());
  const answered = await page.request.get(
    `${origin}/api/runs/${run}/file/${path}${version === null ? "" : `?at=${version}`}`,
  );
  return answered.text();
};
