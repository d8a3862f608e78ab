// Sets the scene of web tests in a real browser and tells their parts; words of the command line choose among these.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { chromiumAt, launch } from "./browser.ts";
import { type Scene, setScene, type Shown } from "./scene.ts";
import type { Stand } from "./stand.ts";

const words = process.argv.slice(2);
const shots = words.find((word) => word.startsWith("--shots="))?.slice("--shots=".length) ?? null;
const chosen = words.filter((word) => !word.startsWith("--"));
const path = chromiumAt();

type Part = {
  /** Runs of the scene; null: all of them. */
  readonly needs: readonly string[] | null;
  readonly tell: (stand: Stand) => void;
};

export const tellParts = (all: Readonly<Record<string, Part>>): void => {
  if (path === null) {
    const why = "no Chromium is found: put one at /usr/bin/chromium, or name it by CHROMIUM";
    console.error(`\nNOT TESTED: the page in a browser: ${why}\n`);
    test("the page in a browser", { skip: why }, () => undefined);
    return;
  }
  const parts = Object.entries(all).filter(
    ([name]) => chosen.length === 0 || chosen.includes(name),
  );
  if (parts.length === 0) return;
  let browser: Browser | null = null;
  let scene: (Scene & { readonly shown: Shown }) | null = null;
  before(
    async () => {
      const made = await setScene(
        parts.some(([, { needs }]) => needs === null)
          ? null
          : parts.flatMap(([, { needs }]) => needs ?? []),
        console.error,
      );
      scene = { ...made, shown: await made.show() };
      browser = await launch(path);
    },
    { timeout: 300_000 },
  );
  after(async () => {
    await browser?.close();
    scene?.end();
  });
  const stand: Stand = {
    browser: () => {
      assert.ok(browser !== null);
      return browser;
    },
    scene: () => {
      assert.ok(scene !== null);
      return scene;
    },
    shots,
    chromium: path,
  };
  for (const [, { tell }] of parts) tell(stand);
};
