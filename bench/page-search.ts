// The time that a search of a long ledger takes, from the last letter typed to the shown result, in a real browser.
import type { Browser } from "playwright-core";
import { visit } from "../test/web/browser.ts";
import type { Shown } from "../test/web/scene.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";

/** What a search must not take longer than, in ms. */
const searchMost = 1_000;

/** Runs in the page: how long it takes from now until the number of events that fit, and the first of them, are shown. */
const found = (version: number): string => `new Promise((done) => {
  const since = performance.now();
  const look = () => {
    const status = document.querySelector(".ledger [role=status]")?.textContent ?? "";
    const first = document.querySelector(".ledger li .version")?.textContent ?? "";
    const told = document.querySelector(".ledger li .type") !== null;
    if (status.startsWith("1 of ") && !status.includes("…") && first === "#${version}" && told) done(performance.now() - since);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** An old event that one word finds, in a page that was opened a moment ago; the last letter is typed by a key, as people do. */
export const searched = async (
  { browser, shown }: { readonly browser: Browser; readonly shown: Shown },
  run: string,
): Promise<Figure> => {
  const { page, context } = await visit(browser, shown);
  const times: number[] = [];
  for (let round = 0; round <= repeats; round += 1) {
    const version = 10_001 + 10_000 * round;
    await page.goto("about:blank");
    await page.goto(`${shown.origin}/run/${run}?tab=ledger`);
    await page.locator("li .type").first().waitFor();
    const field = page.getByRole("searchbox");
    await field.fill(`#${version}`.slice(0, -1));
    const shownAfter = page.evaluate(found(version));
    await field.press(String(version).slice(-1));
    // At the first look at a run the server reads all of its events once.
    if (round > 0) times.push(Number(await shownAfter));
    else await shownAfter;
  }
  await context.close();
  return {
    what: "page: a search in 100,000 events, from the last letter typed to the shown result",
    measured: spread(times, "ms"),
    ratio: median(times) / searchMost,
    goal: { is: "at most", ratio: 1 },
    against: `${searchMost.toLocaleString("en")} ms, in a page that was just opened`,
  };
};
