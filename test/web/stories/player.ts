// Web stories of the player: a checkpoint by keyboard, a failed step, a run within the run.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../../src/core/json/record.ts";
import { shoot } from "../browser.ts";
import type { Ground } from "../ground.ts";
import {
  answer,
  at,
  choice,
  choose,
  come,
  entry,
  rollBack,
  ledgerOf,
  runOf,
  type Stand,
  unfold,
} from "../stand.ts";

export const needs: readonly string[] = ["change", "release", "nested"];

/** A run of a template of the scene, played until somebody is asked. */
const played = async (ground: Ground, template: string): Promise<string> => {
  const { err } = await ground.cairn(
    ["run", "player", template, "--context", "goal=Round totals to cents"],
    [3],
  );
  const run = /run ([0-9a-z]{12})\b/u.exec(err)?.[1];
  assert.ok(run !== undefined, err);
  return run;
};

/** The state file of the template's newest run, as it lies on the disk. */
const sessionOf = ({ root }: Ground, template: string): Record<string, unknown> => {
  const folder = join(root, ".workflow/sessions");
  const newest = readdirSync(folder)
    .filter((name) => name.startsWith(`WFR-${template}-`))
    .toSorted()
    .at(-1);
  const session: unknown = JSON.parse(
    readFileSync(join(folder, newest ?? "", "session-state.json"), "utf8"),
  );
  assert.ok(isRecord(session));
  return session;
};
const statusesIn = (session: Record<string, unknown>): readonly unknown[] => {
  const { node_states: states } = session;
  assert.ok(isRecord(states));
  return Object.values(states).map((state) => (isRecord(state) ? state["status"] : state));
};

export const tell = (stand: Stand): void => {
  test(
    "player: a checkpoint is found, answered and gone on from by the keyboard alone",
    { timeout: 120_000 },
    async (t) => {
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
      await page.getByRole("form", { name: "Continue" }).waitFor();
      // A note may be said first.
      await keyboard.type("go ahead");
      await keyboard.press("Tab");
      await keyboard.press("Enter");
      await page.locator(".decision").waitFor({ state: "detached" });
      assert.ok((await ledgerOf(scene, run)).some(({ type }) => type === "CheckpointPassed"));
      await page.locator(".run-head .badge").getByText("not proved").waitFor({ timeout: 60_000 });
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "player: a failed step asks what now; it is retried, and the template goes on",
    { timeout: 120_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "release");
      await page.locator(".decision h3").getByText("the staging server answered 502").waitFor();
      await page.locator(".decision").getByRole("button", { name: "check again" }).click();
      await page.locator(".decision").getByText("nothing is run to check N-002").waitFor();
      await answer(page, "Try again");
      await page.locator(".run-head .badge").getByText("not proved").waitFor({ timeout: 60_000 });
      const types = (await ledgerOf(stand.scene(), run)).map(({ type }) => type);
      assert.ok(types.indexOf("NodeRetried") < types.indexOf("RunCompleted"));
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "player: what a run within it asks is answered from its parent's page",
    { timeout: 120_000 },
    async (t) => {
      const { page, troubles, run } = await at(t, stand, "nested");
      await unfold(page);
      const child = await page.locator(".family a").first().innerText();
      await page.locator(".decision").getByText("which this run started").waitFor();
      await answer(page, "Approve the plan");
      await page.locator(".decision").waitFor({ state: "detached" });
      const id = child.split(" ")[0] ?? "";
      assert.ok((await ledgerOf(stand.scene(), id)).some(({ type }) => type === "PlanApproved"));
      assert.ok(!(await ledgerOf(stand.scene(), run)).some(({ type }) => type === "PlanApproved"));
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "player: what was done is rolled back to its checkpoint; the record goes back, the tree stays, and work goes on",
    { timeout: 120_000 },
    async (t) => {
      const scene = stand.scene();
      const { ground } = scene;
      const run = await played(ground, "small-change");
      await ground.cairn(["decide", run, "CP-01", "continue"]);
      await ground.cairn(["run", run]);
      const tree = ground.git("status", "--porcelain");
      assert.deepEqual(
        new Set(statusesIn(sessionOf(ground, "small-change"))),
        new Set(["completed"]),
      );
      const { page, troubles } = await come(t, stand, entry(scene.shown, `/run/${run}`));
      await page.locator(".run-head .badge").getByText("not proved").waitFor();
      await rollBack(page, "CP-01", "cents are rounded elsewhere");
      await page.locator(".run-head .badge").getByText("paused").waitFor();
      const back = sessionOf(ground, "small-change");
      assert.equal(back["status"], "paused");
      assert.ok(
        statusesIn(back).includes("pending") && statusesIn(back).includes("completed"),
        JSON.stringify(back),
      );
      assert.equal(ground.git("status", "--porcelain"), tree, "no file of the tree is touched");
      await page.getByRole("button", { name: "Resume", exact: true }).click();
      await answer(page, "Continue");
      await page.locator(".decision").waitFor({ state: "detached" });
      await page.locator(".run-head .badge").getByText("not proved").waitFor({ timeout: 60_000 });
      const types = (await ledgerOf(scene, run)).map(({ type }) => type);
      const [undone, resumed] = [types.indexOf("RunRolledBack"), types.indexOf("RunResumed")];
      assert.ok(
        types.indexOf("RunCompleted") < undone &&
          undone < resumed &&
          resumed < types.lastIndexOf("RunCompleted"),
        types.join(" "),
      );
      assert.deepEqual(
        new Set(statusesIn(sessionOf(ground, "small-change"))),
        new Set(["completed"]),
      );
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "player: a failed step is skipped with a reason, and the next ones go on without it",
    { timeout: 120_000 },
    async (t) => {
      const scene = stand.scene();
      const run = await played(scene.ground, "release");
      const { page, troubles } = await come(t, stand, entry(scene.shown, `/run/${run}`));
      await choose(page, "Skip this node");
      await page
        .getByRole("form", { name: "Skip this node" })
        .getByLabel("note")
        .fill("staging is down for the night");
      await choice(page, "Skip this node").click();
      await page.locator(".decision").waitFor({ state: "detached" });
      await page.locator(".run-head .badge").getByText("not proved").waitFor({ timeout: 60_000 });
      await page.locator(".node-list").getByText("skipped").first().waitFor();
      await shoot(page, stand.shots, "story-skipped");
      const skipped = await scene.ground.cairn(["log", run, "--json"]);
      assert.match(
        skipped.out.split("\n").find((line) => line.includes('"NodeSkipped"')) ?? "",
        /staging is down for the night/u,
      );
      assert.ok(statusesIn(sessionOf(scene.ground, "release")).includes("skipped"));
      assert.deepEqual(troubles, []);
    },
  );
};
