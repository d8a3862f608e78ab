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
  for (const since = Date.now(); !(await is()); await sleep(300))
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

/** The printed address with another page behind it, for who looks at no other. */
export const entry = (shown: Shown, path: string): Shown => {
  const url = new URL(path, shown.origin);
  url.searchParams.set("token", shown.token);
  return { ...shown, url: url.href };
};

/** On a run's page. */
export const at = async (
  t: TestContext,
  stand: Stand,
  plot: string,
  query = "",
): Promise<Visit & { readonly run: string }> => {
  const run = runOf(stand.scene(), plot);
  const visited = await come(t, stand, entry(stand.scene().shown, `/run/${run}${query}`));
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

/** Takes a task up again by its panel, with what came after it. */
export const rollBack = async (page: Page, unit: string, reason: string): Promise<void> => {
  const address = new URL(page.url());
  address.searchParams.set("node", unit);
  await page.goto(address.href);
  const panel = page.locator(".node-panel");
  await panel.getByText("More actions").click();
  await panel.getByRole("button", { name: "Roll back to here …" }).click();
  const form = page.getByRole("dialog").getByRole("form");
  await form.getByLabel("Reason").fill(reason);
  await form.locator(".ends button").first().click();
  await form.waitFor({ state: "detached" });
};
