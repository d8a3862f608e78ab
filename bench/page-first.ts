// The time until a run's page shows its head and its graph, from asking for the address, in a real browser.
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { visit } from "../test/web/browser.ts";
import type { Shown } from "../test/web/scene.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";

type Ground = { readonly browser: Browser; readonly shown: Shown };

/** What a picture must not take longer than, in ms. */
export const firstPictureMost = { tasks: 500, steps: 1_000 };

/** Runs in the page: when something is there and drawn, in ms since the address was asked for. */
export const firstSeen = (selector: string): string => `new Promise((done) => {
  const look = () => document.querySelector(${JSON.stringify(selector)}) ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))) : setTimeout(look, 5);
  look();
})`;

const opened = async (
  { browser, shown }: Ground,
  run: string,
  rounds: number,
): Promise<readonly number[]> => {
  const { page, context } = await visit(browser, shown);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto("about:blank");
    await page.goto(`${shown.origin}/run/${run}`, { waitUntil: "commit" });
    const ms = Number(await page.evaluate(firstSeen(".graph .card")));
    // The first round fetches the page's own files, which later ones take from the browser's store.
    if (round > 0) times.push(ms);
    await sleep(500);
  }
  await context.close();
  return times;
};

const picture = async (ground: Ground, run: string, of: string, most: number): Promise<Figure> => {
  const times = await opened(ground, run, repeats);
  return {
    what: `page: the first useful picture of ${of}, its head and its graph`,
    measured: spread(times, "ms"),
    ratio: median(times) / most,
    goal: { is: "at most", ratio: 1 },
    against: `${most.toLocaleString("en")} ms from asking for the address`,
    stops:
      "most of it is the browser's, which evaluates the page's program and draws; the server takes a few hundredths of a second of processor time, on the same two cores",
  };
};

/** `steps`: a run of 1,000 steps that 100,000 events tell of. */
export const firstPictures = async (
  ground: Ground,
  { tasks, steps }: { readonly tasks: string; readonly steps: string },
) => [
  await picture(ground, tasks, "a run of 200 tasks", firstPictureMost.tasks),
  await picture(ground, steps, "a run of 1,000 steps and 100,000 events", firstPictureMost.steps),
];
