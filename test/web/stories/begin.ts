// A person's first run, all of it on the page: begun from nothing, stopped with a note, and begun again by another agent.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { settled, shoot, violations } from "../browser.ts";
import { layGround } from "../ground.ts";
import { showOf } from "../scene.ts";
import { come, eventually, ledgerOf, type Stand, unfold } from "../stand.ts";

export const needs: readonly string[] = [];

/** Its worker works until it is stopped. */
const endless = { jobs: [{ role: "worker", steps: [{ sleep: 600_000 }] }] };
const agent = { driver: "scripted", argv: ["{folder}/endless.json"] };
const config = {
  agents: { first: agent, second: agent },
  roles: { "*": "first" },
  checks: [{ name: "tests", argv: ["true"] }],
};

export const tell = (stand: Stand): void => {
  test(
    "a run is begun from an empty page, steered, and begun again by another agent",
    { timeout: 180_000 },
    async (t) => {
      const ground = layGround({ "index.html": "<title>Shopp</title>\n" });
      t.after(ground.end);
      writeFileSync(join(ground.folder, "endless.json"), JSON.stringify(endless));
      const { page, troubles } = await come(t, stand, await showOf(ground, stand.scene().page)());
      const origin = new URL(page.url()).origin;
      await page.getByRole("link", { name: "Start a run" }).click();
      const form = page.getByRole("form", { name: "New run" });
      await form.getByText("No agent is set up.").waitFor();
      await form.getByText("The repository has no checks").waitFor();
      ground.place({
        "cairn.config.json": JSON.stringify(config).replaceAll("{folder}", ground.folder),
      });
      await page.reload();
      await form
        .getByText("tests", { exact: true })
        .or(form.getByText("true", { exact: true }))
        .first()
        .waitFor();
      assert.equal(await form.getByText("No agent is set up.").count(), 0);

      await form.getByRole("button", { name: "Start", exact: true }).click();
      await form.getByText(/fill out this field/u).waitFor();
      await form.getByLabel("Goal", { exact: true }).fill("Fix the typo in the title");
      await form.getByLabel("Budget").fill("five");
      await form.getByRole("checkbox", { name: /^light/u }).check();
      await form.getByRole("button", { name: "Start", exact: true }).click();
      await form.getByText(/the budget can't be read/u).waitFor();
      assert.deepEqual(await violations(page), []);
      await form.getByLabel("Budget").fill("3h");
      await form.getByRole("button", { name: "Start", exact: true }).click();
      await page.waitForURL(/\/run\/\w+$/u);
      const run = page.url().split("/").at(-1) ?? "";

      await page.goto(`${origin}/run/${run}?node=1`);
      const panel = page.locator(".node-panel");
      await panel.getByRole("button", { name: "Stop this attempt …" }).click();
      const stop = page.getByRole("form", { name: "Stop this attempt" });
      await stop.getByLabel(/^Note for the next attempt/u).fill("Only the title, nothing else");
      assert.deepEqual(await violations(page), []);
      await stop.getByRole("button", { name: "Stop this attempt" }).click();
      await page.getByText(/was stopped/u).waitFor();
      await panel.locator(".told").getByText("Only the title, nothing else").waitFor();
      await eventually(
        "a second attempt",
        async () =>
          (await ledgerOf({ ground }, run)).filter(({ type }) => type === "JobBegun").length === 2,
      );
      const { out } = await ground.cairn(["job", "output", run, "1", "--brief"]);
      assert.match(out, /NOTE from .*, who watches this run:\s+Only the title, nothing else/u);
      await shoot(page, stand.shots, "story-begin-stopped");
      await panel.getByRole("button", { name: "Remove the note" }).click();
      await panel.getByRole("button", { name: "Leave a note …" }).waitFor();

      await unfold(page);
      const more = page.locator(".head-more");
      await more.getByRole("button", { name: "Leave a note …" }).click();
      await more.getByRole("textbox", { name: "Note for all agents of this run" }).fill("Be quick");
      await more.getByRole("button", { name: "Set the note" }).click();
      await more.locator(".told").getByText("Be quick").waitFor();

      await ground.cairn(["stop", "--cancel", run, "--reason", "enough", "--yes"]);
      await page.getByRole("link", { name: "Run again" }).click();
      await page.getByRole("heading", { name: "Run again" }).waitFor();
      assert.equal(
        await form.getByLabel("Goal", { exact: true }).inputValue(),
        "Fix the typo in the title",
      );
      assert.ok(await form.getByRole("checkbox", { name: /^light/u }).isChecked());
      assert.equal(await form.getByLabel("Budget").inputValue(), "3h");
      await form.getByLabel("All roles").selectOption({ label: "second" });
      await settled(page);
      await shoot(page, stand.shots, "story-begin-again");
      await form.getByRole("button", { name: "Start", exact: true }).click();
      await page.waitForURL(
        (url) => /\/run\/\w+$/u.test(url.pathname) && !url.pathname.endsWith(run),
      );
      await page.locator(".run-head").getByText("agents all roles: second").waitFor();
      const second = page.url().split("/").at(-1) ?? "";
      await eventually("it is driven", async () =>
        (await ledgerOf({ ground }, second)).some(({ type }) => type === "JobBegun"),
      );
      await ground.cairn(["stop", "--cancel", second, "--reason", "enough", "--yes"]);
      assert.deepEqual(troubles, []);
    },
  );
};
