// Web tests in a real browser, among the long ones; `npm run test:web` with words as a filter of stories.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { chromiumAt, launch } from "./browser.ts";
import * as faces from "./faces.ts";
import { type Scene, setScene, type Shown } from "./scene.ts";
import type { Stand } from "./stand.ts";
import * as attacks from "./stories/attacks.ts";
import * as begin from "./stories/begin.ts";
import * as hands from "./stories/hands.ts";
import * as iterative from "./stories/iterative.ts";
import * as many from "./stories/many.ts";
import * as notices from "./stories/notices.ts";
import * as outage from "./stories/outage.ts";
import * as person from "./stories/person.ts";
import * as player from "./stories/player.ts";
import * as stigmergy from "./stories/stigmergy.ts";
import * as ultrawork from "./stories/ultrawork.ts";

const words = process.argv.slice(2);
const shots = words.find((word) => word.startsWith("--shots="))?.slice("--shots=".length) ?? null;
const chosen = words.filter((word) => !word.startsWith("--"));
const path = chromiumAt();

if (path === null) {
  const why = "no Chromium is found: put one at /usr/bin/chromium, or name it by CHROMIUM";
  console.error(`\nNOT TESTED: the page in a browser: ${why}\n`);
  test("the page in a browser", { skip: why }, () => undefined);
} else {
  const parts = Object.entries({
    faces,
    person,
    ultrawork,
    player,
    iterative,
    stigmergy,
    begin,
    hands,
    attacks,
    many,
    notices,
    outage,
  }).filter(([name]) => chosen.length === 0 || chosen.includes(name));
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
}
