// Whoever works elsewhere is told by the browser: once, however many tabs are open, not while one of them is looked at, and a press opens the question.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { holds } from "../browser.ts";
import type { Scene } from "../scene.ts";
import { come, type Stand } from "../stand.ts";

export const needs: readonly string[] = [];

/** In the place of what the browser shows: notes what it was asked to, and presses it when the test says so. Nobody looks at the page. */
const stubs = `
  globalThis.shownNotices = [];
  globalThis.looksHere = false;
  Document.prototype.hasFocus = () => globalThis.looksHere;
  globalThis.Notification = class extends EventTarget {
    static permission = "default";
    static requestPermission() { globalThis.asked = true; Notification.permission = "granted"; return Promise.resolve("granted"); }
    constructor(title, { body, tag }) { super(); Object.assign(this, { title, body, tag }); globalThis.shownNotices.push(this); }
    close() { this.closed = true; }
  };
`;

const shownOn = async (page: Page): Promise<readonly string[]> => {
  const shown: unknown = await page.evaluate(
    "globalThis.shownNotices.map(({ tag, title, body }) => tag + ': ' + title + ' | ' + body)",
  );
  return Array.isArray(shown) ? shown.map(String) : [];
};
/** Of those with the same tag a browser shows one. */
const shownIn = async (context: BrowserContext): Promise<readonly string[]> => [
  ...new Set((await Promise.all(context.pages().map(shownOn))).flat()),
];

/** Begins a run that asks at once; its id. */
const asking = async ({ ground }: Scene, session: string): Promise<string> => {
  const task = {
    id: "1",
    subject: "One",
    success_criteria: [{ criteria: "one.txt is there", command: "test -e one.txt" }],
  };
  const verify = {
    success_criteria: [{ criteria: "it is still there", command: "test -e one.txt" }],
  };
  writeFileSync(join(ground.root, "notices-plan.json"), JSON.stringify({ tasks: [task], verify }));
  const plan = ["--plan", "notices-plan.json", "--session", session, "--json"];
  const { out } = await ground.cairn([
    "run",
    "--later",
    "ultrawork",
    `Tell of ${session}`,
    ...plan,
  ]);
  return /"run": ?"([^"]+)"/u.exec(out)?.[1] ?? "";
};

export const tell = (stand: Stand): void => {
  test(
    "a question is told once over two tabs, and pressed it opens where it is answered",
    { timeout: 120_000 },
    async (t) => {
      const scene = stand.scene();
      const { page, context, troubles } = await come(t, stand);
      await context.addInitScript(stubs);
      await page.reload();
      const bell = (name: string) => page.getByRole("button", { name, exact: true });
      await bell("Turn notifications on").waitFor();
      assert.equal(
        await page.evaluate("globalThis.asked ?? false"),
        false,
        "nothing is asked before a press",
      );
      await bell("Turn notifications on").click();
      await bell("Turn notifications off").waitFor();
      const other = await context.newPage();
      await other.goto(scene.shown.origin);
      await other.getByRole("button", { name: "Turn notifications off", exact: true }).waitFor();
      await other.evaluate('Notification.permission = "granted"');
      await other.getByText("live").first().waitFor();

      // Runs of other stories may wait as well.
      const waiting = async (): Promise<number> =>
        Number(/^\((\d+)\)/u.exec(await page.title())?.[1] ?? 0);
      const before = await waiting();
      const afterFirst = `document.title.startsWith("(${before + 1})")`;
      const afterSecond = `document.title.startsWith("(${before + 2})")`;
      const run = await asking(scene, "first");
      await holds(page, afterFirst);
      await holds(other, afterFirst);
      const told = await shownIn(context);
      assert.equal(told.length, 1, told.join("\n"));
      assert.match(told[0] ?? "", /: Waits for you: Tell of first \| \S/u);
      const teller = (await shownOn(page)).length > 0 ? page : other;
      await teller.evaluate('globalThis.shownNotices[0].dispatchEvent(new Event("click"))');
      await teller.waitForURL(`**/run/${run}?decide=approve-1`);
      await teller
        .locator(".decision .waits")
        .getByText(/^waits /u)
        .waitFor();
      await teller
        .locator(".run-head .waits")
        .getByText(/^waits /u)
        .waitFor();

      // Whoever looks at one of the tabs sees it there.
      await other.evaluate(
        "globalThis.looksHere = true; globalThis.dispatchEvent(new Event('focus'))",
      );
      await holds(
        page,
        "navigator.locks.query().then(({ held }) => held.some(({ name }) => name === 'cairn-looked-at'))",
      );
      await asking(scene, "second");
      await holds(page, afterSecond);
      await holds(other, afterSecond);
      assert.equal((await shownIn(context)).length, 1);
      assert.deepEqual(troubles, []);
    },
  );

  test("a browser that forbids it is answered with a word", { timeout: 60_000 }, async (t) => {
    const { page, context, troubles } = await come(t, stand);
    await context.addInitScript(
      `${stubs}; Notification.requestPermission = () => Promise.resolve("denied");`,
    );
    await page.reload();
    await page.getByRole("button", { name: "Turn notifications on", exact: true }).click();
    await page.getByText("Your browser doesn't let this page notify you").waitFor();
    await page.getByRole("button", { name: "Turn notifications on", exact: true }).waitFor();
    assert.deepEqual(troubles, []);
  });
};
