// Helper of web tests: a real Chromium; any complaint of the page fails the story.
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Address } from "./scene.ts";

export const widths = [390, 1440] as const;
export const sizeOf = (width: number): { readonly width: number; readonly height: number } => ({
  width,
  height: width < 600 ? 844 : 900,
});

/** null: none is found. */
export const chromiumAt = (): string | null =>
  [
    process.env["CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => path !== undefined && existsSync(path)) ?? null;

export const launch = (path: string, ...args: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...args],
  });

export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained of: errors, breaches of its content policy, requests that went elsewhere. */
  readonly troubles: readonly string[];
};

/** A session of its own that came in by the printed address. */
export const visit = async (
  browser: Browser,
  { url, origin }: Pick<Address, "url" | "origin">,
  width: number = widths[1],
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: sizeOf(width),
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const troubles: string[] = [];
  page.on("pageerror", (error) => void troubles.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A lost connection and a refusal are told by the browser too; the stories that cause them look at what the page says.
    if (
      message.type() === "error" &&
      !/Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE/u.test(message.text())
    )
      troubles.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/u.test(request.url()))
      troubles.push(`asked elsewhere: ${request.url()}`);
  });
  await page.goto(url);
  await page.getByRole("navigation", { name: "pages" }).waitFor();
  return { context, page, troubles };
};

/** Asks again until it holds: from outside, since the page's own policy lets nothing be evaluated in it. */
export const holds = async (page: Page, expression: string, ms = 20_000): Promise<void> => {
  for (const since = Date.now(); (await page.evaluate(expression)) !== true; await sleep(30))
    if (Date.now() - since > ms)
      throw new Error(`after ${ms} ms it still doesn't hold: ${expression}`);
};

/** Nothing moves any more that was asked for: no reading, no layout. */
export const settled = async (page: Page): Promise<void> => {
  await holds(
    page,
    `!document.querySelector('[aria-busy="true"]') && !/ing\\b.{0,40} …$/mu.test(document.body.innerText)`,
  );
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150))))",
  );
};

const contrast = "color-contrast";
/** Rules of axe: all, all but contrast, or that alone, which takes as long as all others. */
type Rules = "all" | "form" | "contrast";
const chosen: Readonly<Record<Rules, string>> = {
  all: "",
  form: `, rules: {${JSON.stringify(contrast)}: {enabled: false}}`,
  contrast: `, runOnly: ${JSON.stringify([contrast])}`,
};

/** A line for each violation; axe is brought in from outside of the page, which itself lets no foreign script run. */
export const violations = async (page: Page, rules: Rules = "all"): Promise<readonly string[]> => {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(document, {resultTypes: ["violations"]${chosen[rules]}}).then(({violations}) => violations.flatMap(({id, help, nodes}) => nodes.map(({target, failureSummary}) => id + ": " + help + ": " + target.join(" ") + ": " + (failureSummary ?? "").split("\\n").slice(1).join(" "))))`,
  );
  assert.ok(Array.isArray(found));
  return found.map(String);
};

/** How far it sticks out to the side. */
export const overflow = async (page: Page): Promise<number> =>
  Number(
    await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    ),
  );

/** Names that are cut though there is room: at their side, or below their first line. */
export const cutNames = async (page: Page): Promise<readonly string[]> => {
  const found: unknown = await page.evaluate(
    `[...document.querySelectorAll(".two-lines, .run-title, [role=option]")].filter((one) => one.scrollWidth > one.clientWidth + 1 || (one.scrollHeight > one.clientHeight + 2 && one.clientHeight < 1.8 * parseFloat(getComputedStyle(one).lineHeight))).map((one) => one.textContent)`,
  );
  assert.ok(Array.isArray(found));
  return found.map(String);
};

export const shoot = async (page: Page, folder: string | null, name: string): Promise<void> => {
  if (folder === null) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

/** What can't be read in dark, which differs in its colours alone. */
const pale = async (page: Page, shots: string | null, name: string): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: "dark" });
  await shoot(page, shots, `${name}-dark`);
  const found = await violations(page, "contrast");
  await page.emulateMedia({ colorScheme: "light" });
  return found.map((line) => `in dark: ${line}`);
};

/** A line for each violation, and for what sticks out; colours are those of the desk on a phone, too. */
export const flaws = async (
  page: Page,
  shots: string | null,
  name: string,
): Promise<readonly string[]> => {
  await shoot(page, shots, `${name}-light`);
  const isDesk = page.viewportSize()?.width === widths[1];
  const found = await violations(page, isDesk ? "all" : "form");
  const over = await overflow(page);
  return [
    ...found,
    ...(over > 0 ? [`${over} px stick out to the side`] : []),
    ...(isDesk ? await pale(page, shots, name) : []),
  ];
};
