// Story of a run of two hundred tasks and one of a thousand steps: what matters is in sight and readable, the rest is a key away.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { settled, shoot, violations } from "../browser.ts";
import { manySteps, manyTasks } from "../many.ts";
import { come, eventually, type Stand } from "../stand.ts";

export const needs: readonly string[] = [];

/** How large the small words of the cards in sight are, in px on the screen: the smallest. */
const smallest = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const box = document.querySelector(".graph").getBoundingClientRect();
    const inside = (one) => { const at = one.getBoundingClientRect(); return at.width > 0 && at.top >= box.top && at.bottom <= box.bottom; };
    return Math.min(...[...document.querySelectorAll(".card > span")].filter(inside).map((one) => parseFloat(getComputedStyle(one).fontSize)));
  })()`);

const piece = (page: Page, name: string) =>
  page.locator(".graph [data-id]").filter({ has: page.getByText(name, { exact: true }) });
const focused = (page: Page): Promise<string | null> =>
  page.evaluate("document.activeElement?.dataset.id ?? null");
const shownNode = (page: Page): string | null => new URL(page.url()).searchParams.get("node");

/** The run's picture as it would be, had it gone on so. */
const asIf = async (
  page: Page,
  { origin, run }: { readonly origin: string; readonly run: string },
  states: Readonly<Record<string, readonly [state: string, status: string]>>,
): Promise<void> => {
  const picture: { nodes: { id: string }[] } = await (
    await page.request.get(`${origin}/api/runs/${run}`)
  ).json();
  const nodes = picture.nodes.map((node) => {
    const [state, status] = states[node.id] ?? [];
    return state === undefined ? node : { ...node, state, status };
  });
  await page.route(`**/api/runs/${run}`, (route) => route.fulfill({ json: { ...picture, nodes } }));
};

export const tell = (stand: Stand): void => {
  test(
    "two hundred tasks open on what failed; waves fold and unfold by mouse and keys",
    { timeout: 120_000 },
    async (t) => {
      const { ground, shown } = stand.scene();
      const run = await manyTasks(ground, 200);
      const { page, troubles } = await come(t, stand);
      await asIf(
        page,
        { origin: shown.origin, run },
        { "130": ["failed", "failed"], "171": ["returned", "ready"], "45": ["running", "running"] },
      );
      await page.goto(`${shown.origin}/run/${run}`);
      await settled(page);
      await shoot(page, stand.shots, "many-tasks");
      await page.locator(".graph .card").getByText("Part 130 of a large change").waitFor();
      assert.ok((await smallest(page)) >= 11, "its words can be read");
      assert.deepEqual(await violations(page), []);

      // The list folds and unfolds the same.
      const section = (name: string) =>
        page.locator(".node-list .section").filter({ hasText: name });
      const open = async (name: string): Promise<boolean> =>
        (await section(name).getAttribute("open")) !== null;
      const first = "wave 2";
      const before = await piece(page, first).getAttribute("aria-expanded");
      await piece(page, first).focus();
      await page.keyboard.press("Enter");
      await eventually(
        "another fold",
        async () => (await piece(page, first).getAttribute("aria-expanded")) !== before,
      );
      assert.equal(await open(first), before !== "true");
      await section(first).locator("summary").click();
      await eventually(
        "folded again",
        async () => (await piece(page, first).getAttribute("aria-expanded")) === before,
      );
      assert.deepEqual(troubles, []);
    },
  );

  test(
    "a thousand steps: the next failed one, the palette and the arrow keys lead into what is folded",
    { timeout: 120_000 },
    async (t) => {
      const { ground, shown } = stand.scene();
      const run = await manySteps(ground, 1_000, "thousand");
      const { page, troubles } = await come(t, stand);
      await asIf(
        page,
        { origin: shown.origin, run },
        { "N-0777": ["failed", "failed"], "N-0913": ["doubt", "waiting"] },
      );
      await page.goto(`${shown.origin}/run/${run}`);
      await settled(page);
      await shoot(page, stand.shots, "many-steps");
      assert.ok((await smallest(page)) >= 11);
      await page.getByRole("button", { name: "Next failed 2" }).click();
      await page.locator(".node-panel").getByText("N-0777").first().waitFor();
      await page.keyboard.press("f");
      await eventually("the one in doubt", async () => shownNode(page) === "N-0913");
      await page.keyboard.press("f");
      await eventually("around the end", async () => shownNode(page) === "N-0777");
      await page.locator('.graph [data-id="N-0777"]').waitFor();

      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      const field = page.getByRole("combobox", { name: "Go to" });
      await field.fill("step 850");
      await page.getByRole("option", { name: /N-0850/u }).waitFor();
      await field.press("Enter");
      await eventually("what was found", async () => shownNode(page) === "N-0850");
      await page.locator('.graph [data-id="N-0850"]').waitFor();

      await page.locator(".flow").focus();
      await page.keyboard.press("ArrowDown");
      await eventually("a card with the focus", async () => (await focused(page)) === "N-0850");
      await page.keyboard.press("ArrowRight");
      await eventually("the next one", async () => (await focused(page)) === "N-0851");
      await page.keyboard.press("Enter");
      await eventually("it is open", async () => shownNode(page) === "N-0851");
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(troubles, []);
    },
  );
};
