// Helper of web tests: a real Chromium; any complaint of the page fails the story.
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Address } from "./scene.ts";

export type Look = { readonly width: number; readonly scheme: "light" | "dark" };
export const looks: readonly Look[] = [390, 1440].flatMap((width) => [
  { width, scheme: "light" as const },
  { width, scheme: "dark" as const },
]);
const usual: Look = { width: 1440, scheme: "light" };

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
  { width, scheme } = usual,
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: scheme,
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

/** A line for each violation; axe is brought in from outside of the page, which itself lets no foreign script run. */
export const violations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.flatMap(({id, help, nodes}) => nodes.map(({target, failureSummary}) => id + ": " + help + ": " + target.join(" ") + ": " + (failureSummary ?? "").split("\\n").slice(1).join(" "))))`,
  );
  assert.ok(Array.isArray(found));
  return found.map(String);
};

/** Nothing sticks out to the side. */
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
