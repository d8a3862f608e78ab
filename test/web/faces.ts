// Web test of every page on phone and desk, in light and dark: overflow, cut names, accessibility, contrast, errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { cutNames, flaws, settled, sizeOf, visit, widths } from "./browser.ts";
import type { Scene } from "./scene.ts";
import type { Stand } from "./stand.ts";

const tabs = ["graph", "changes", "work", "proof", "files", "ledger"];

/** Addresses by name; `tall`: what is opened on them before. */
export const pagesOf = (
  runs: Scene["runs"],
): readonly (readonly [name: string, path: string])[] => [
  ["runs", "/"],
  ["watch", "/watch"],
  ["new", "/new"],
  ["nothing", "/run/nothing"],
  ...Object.entries(runs).map(([name, run]) => [name, `/run/${run}`] as const),
  ...["shop", "prices"].flatMap((name) =>
    runs[name] === undefined
      ? []
      : tabs.slice(1).map((tab) => [`${name}-${tab}`, `/run/${runs[name]}?tab=${tab}`] as const),
  ),
  ...(runs["shop"] === undefined
    ? []
    : ([
        ["shop-node-2", `/run/${runs["shop"]}?node=2`],
        ["shop-past", `/run/${runs["shop"]}?at=14`],
      ] as const)),
];

/** What stays in sight may not take the page; on a phone titles and sentences wrap, and it scrolls. */
const mostHead = (width: number): number => (width < 600 ? 220 : 110);

/** How high a run's head is, and where what follows it begins; null: no run is shown. */
const headOf = async (
  page: Page,
): Promise<{ readonly height: number; readonly below: number } | null> => {
  const head = page.locator(".run-head");
  if ((await head.count()) === 0) return null;
  const box = await head.boundingBox();
  return box === null ? null : { height: box.height, below: box.y + box.height };
};

/** All that there is. */
export const needs: readonly string[] | null = null;

export const tell = ({ browser, scene, shots }: Stand): void =>
  void test("every page on a phone, then as wide as a desk", { timeout: 360_000 }, async (t) => {
    const { shown, runs } = scene();
    const { context, page, troubles } = await visit(browser(), shown, widths[0]);
    t.after(() => context.close());
    const found: string[] = [];
    for (const [name, path] of pagesOf(runs)) {
      await page.setViewportSize(sizeOf(widths[0]));
      await page.goto(shown.origin + path);
      for (const width of widths) {
        await page.setViewportSize(sizeOf(width));
        await settled(page);
        const told = (line: string): void => void found.push(`${name} at ${width} px: ${line}`);
        for (const line of await flaws(page, shots, `${name}-${width}`)) told(line);
        for (const text of await cutNames(page)) told(`cut: ${text}`);
        const head = await headOf(page);
        if (head !== null && head.height > mostHead(width))
          told(`the head takes ${head.height} px`);
        if (head !== null && head.below > sizeOf(width).height * 0.75)
          told(`its tabs begin at ${head.below} px`);
      }
    }
    assert.deepEqual([...found, ...troubles], []);
  });
