// Helper of web stories: browser, workspace, server, and common gestures.
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { isRecord } from "../../src/core/json/record.ts";
import { settled, shoot, visit, type Visit } from "./browser.ts";
import type { Scene, Shown } from "./scene.ts";

export type Stand = {
  readonly browser: () => Browser;
  readonly scene: () => Scene & { readonly shown: Shown };
  readonly shots: string | null;
  /** Where Chromium is, for stories that need one with words of their own. */
  readonly chromium: string;
};

export type Told = { readonly version: number; readonly type: string; readonly at: string };

/** What the ledger holds, read by the command line and not by what is tested. */
export const ledgerOf = async (
  { ground }: Pick<Scene, "ground">,
  run: string,
): Promise<readonly Told[]> =>
  (await ground.cairn(["log", run, "--json"])).out
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Told => {
      const row: unknown = JSON.parse(line);
      if (
        !isRecord(row) ||
        typeof row["version"] !== "number" ||
        typeof row["type"] !== "string" ||
        typeof row["at"] !== "string"
      )
        throw new Error(`no event: ${line}`);
      return { version: row["version"], type: row["type"], at: row["at"] };
    });

export const eventually = async (
  what: string,
  is: () => Promise<boolean>,
  ms = 60_000,
): Promise<void> => {
  for (const since = Date.now(); !(await is()); await sleep(100))
    if (Date.now() - since > ms) throw new Error(`${what} never came`);
};

export const runOf = ({ runs }: Scene, plot: string): string => {
  const run = runs[plot];
  if (run === undefined) throw new Error(`the scene has no ${plot}`);
  return run;
};

/** A session that ends with its test; where that failed, a picture of the page is left. */
export const come = async (
  t: TestContext,
  stand: Stand,
  shown = stand.scene().shown,
): Promise<Visit> => {
  const visited = await visit(stand.browser(), shown);
  t.after(async () => {
    if (!("passed" in t && t.passed === true)) {
      const folder = stand.shots ?? join(tmpdir(), "cairn-web-failed");
      await shoot(visited.page, folder, t.name.replaceAll(/\W+/gu, "-").slice(0, 60));
      t.diagnostic(`what it looked like: ${folder}`);
    }
    await visited.context.close();
  });
  return visited;
};

/** On a run's page. */
export const at = async (
  t: TestContext,
  stand: Stand,
  plot: string,
  query = "",
): Promise<Visit & { readonly run: string }> => {
  const run = runOf(stand.scene(), plot);
  const visited = await come(t, stand);
  await visited.page.goto(`${stand.scene().shown.origin}/run/${run}${query}`);
  await settled(visited.page);
  return { ...visited, run };
};

/** The button of an answer, by its label: it opens the answer, and in the open one sends it. */
export const choice = (page: Page, label: string) =>
  page.locator(".choices").getByRole("button", { name: label, exact: true });
/** Opens an answer of the open question, unless it is open beforehand. */
export const choose = async (page: Page, label: string): Promise<void> => {
  await choice(page, label).waitFor();
  const form = page.getByRole("form", { name: label, exact: true });
  if ((await form.count()) === 0) await choice(page, label).click();
  await form.waitFor();
};
/** Opens it and sends it. */
export const answer = async (page: Page, label: string): Promise<void> => {
  await choose(page, label);
  await choice(page, label).click();
};
/** What the head folds away. */
export const unfold = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Details", exact: true }).click();
export const goOn = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Resume", exact: true }).click();

/** Fills in the form of a command and sends it. Labels are those that people read. */
export const command = async (
  page: Page,
  name: string,
  said: Readonly<Record<string, string>>,
): Promise<void> => {
  const button = page
    .getByRole("group", { name: "Actions" })
    .getByRole("button", { name: `${name} …`, exact: true });
  if ((await button.count()) > 0) await button.click();
  else {
    await page.getByRole("button", { name: "More …" }).click();
    await page
      .locator(".listed li button")
      .filter({ has: page.getByText(name, { exact: true }) })
      .click();
  }
  const form = page.getByRole("form", { name, exact: true });
  for (const [label, text] of Object.entries(said)) {
    const field = form.getByLabel(label);
    if ((await field.and(form.locator("select")).count()) > 0)
      await field.selectOption({ label: text });
    else await field.fill(text);
  }
  await form.locator(".ends button").first().click();
  await form.waitFor({ state: "detached" });
};
