// What the page costs and how fast it shows what there is, measured in a real Chromium over the built program.
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { chromiumAt, launch, visit } from "../test/web/browser.ts";
import {
  longLedger,
  manyEvents,
  manySteps,
  manyTasks,
  pausedAndResumed,
  withSystem,
} from "../test/web/many.ts";
import { type Scene, setScene, type Shown } from "../test/web/scene.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";
import { crowd } from "./page-crowd.ts";
import { firstPictures, firstSeen } from "./page-first.ts";
import { searched } from "./page-search.ts";
import { longestTask } from "./page-trace.ts";
import { watched } from "./watched.ts";

type Ground = { readonly browser: Browser; readonly scene: Scene; readonly shown: Shown };

const unblocked = async ({ browser, shown }: Ground, run: string): Promise<Figure> => {
  const longest: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    const { page, context } = await visit(browser, shown);
    longest.push(
      await longestTask(browser, page, async () => {
        await page.goto(`${shown.origin}/run/${run}`, { waitUntil: "commit" });
        await page.evaluate(firstSeen(".graph .card"));
        await sleep(1_000);
      }),
    );
    await context.close();
  }
  return {
    what: "page: 1,000 steps opened and laid out, the longest task on the main thread",
    measured: spread(longest, "ms of processor time"),
    ratio: median(longest) / 100,
    goal: { is: "at most", ratio: 1 },
    against: "100 ms",
    stops: "React's own rendering of what is in sight, in one task",
  };
};

const scrolled = async ({ browser, shown }: Ground, run: string): Promise<Figure> => {
  const { page, context } = await visit(browser, shown);
  await page.goto(`${shown.origin}/run/${run}?tab=ledger`);
  await page.locator("li .version").first().waitFor();
  await sleep(1_500);
  const slow: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    const frames: unknown = await page.evaluate(`new Promise((done) => {
      const frames = []; let last = performance.now();
      const step = (now) => { frames.push(now - last); last = now; scrollBy(0, ${round % 2 === 0 ? 400 : -400}); for (const box of document.querySelectorAll("*")) if (box.scrollHeight > 100000 && getComputedStyle(box).overflowY !== "visible") box.scrollTop += ${round % 2 === 0 ? 400 : -400}; frames.length < 180 ? requestAnimationFrame(step) : done(frames); };
      requestAnimationFrame(step);
    })`);
    if (!Array.isArray(frames)) throw new Error("no frames");
    slow.push(
      frames.map(Number).toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN,
    );
  }
  await context.close();
  return {
    what: "page: scrolling through 10,000 events by 24,000 px a second, 95 of 100 frames within",
    measured: spread(slow, "ms", 1),
    ratio: median(slow) / (2 * (1_000 / 60)),
    goal: { is: "at most", ratio: 1 },
    against: "two of the screen's 60 frames a second",
  };
};

const kept = async ({ browser, scene, shown }: Ground, run: string): Promise<readonly Figure[]> => {
  const { page, context } = await visit(browser, shown);
  await page.goto(`${shown.origin}/run/${run}?tab=ledger`);
  await page.locator("li .version").first().waitFor();
  const [seen, busy]: [number[], number[]] = [[], []];
  await withSystem(scene.ground, async (system) => {
    for (let round = 0; round <= repeats; round += 1) {
      await sleep(1_500);
      const before = Number((await page.locator("li .version").first().innerText()).slice(1));
      const watching = page.evaluate(`new Promise((done) => {
        const is = () => (document.querySelector("li .version")?.textContent === "#${before + 200}" ? done(performance.timeOrigin + performance.now()) : requestAnimationFrame(is));
        is();
      })`);
      let acknowledged = 0;
      const work = await longestTask(
        browser,
        page,
        async () => {
          await pausedAndResumed(system, run, 100);
          acknowledged = performance.timeOrigin + performance.now();
          await watching;
          await sleep(100);
        },
        "sum",
      );
      if (round === 0) continue;
      seen.push(Math.max(0, Number(await watching) - acknowledged));
      busy.push(work);
    }
  });
  await context.close();
  return [
    {
      what: "page: 200 events that come at once, all work on the page's main thread until they are shown and 0.1 s on",
      measured: spread(busy, "ms of processor time"),
      ratio: median(busy) / 100,
      goal: { is: "at most", ratio: 1 },
      against: "100 ms",
    },
    {
      what: "page: 200 events, from their acknowledgement to the last one on the page",
      measured: spread(seen, "ms"),
      ratio: median(seen) / 100,
      goal: null,
      against: "100 ms",
    },
  ];
};

/** None where no Chromium is. */
export const page = async (): Promise<readonly Figure[]> => {
  const chromium = chromiumAt();
  if (chromium === null) {
    console.error("NOT MEASURED: the page: no Chromium is found");
    return [];
  }
  const scene = await setScene([]);
  const browser = await launch(chromium);
  try {
    const ground: Ground = { browser, scene, shown: await scene.show() };
    const tasks = await manyTasks(scene.ground, 200);
    const steps = await manySteps(scene.ground, 1_000, "many");
    const long = await longLedger(scene.ground, 10_000);
    const both = await manySteps(scene.ground, 1_000, "both");
    await manyEvents(scene.ground, both, 100_000);
    return [
      ...(await firstPictures(ground, { tasks, steps: both })),
      await searched(ground, both),
      await crowd(ground, tasks),
      await unblocked(ground, steps),
      await scrolled(ground, long),
      ...(await kept(ground, long)),
      ...(await watched(ground)),
    ];
  } finally {
    await browser.close();
    scene.end();
  }
};
