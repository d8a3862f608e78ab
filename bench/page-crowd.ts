// The processor time that ten open pages cost the server while events come, told apart from what the browser takes.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { visit } from "../test/web/browser.ts";
import { pausedAndResumed, withSystem } from "../test/web/many.ts";
import type { Scene, Shown } from "../test/web/scene.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";
import { spent } from "./watched.ts";

type Ground = { readonly browser: Browser; readonly scene: Scene; readonly shown: Shown };

const windows = 10;
const eventsPerSecond = 10;
/** The server's share of one core. */
const shareMost = 0.05;
const roundMs = 20_000;

const statOf = (pid: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  } catch {
    // It ended meanwhile.
    return [];
  }
};

/** Processor time of all browsers that this process started, in ms. */
const browserSpent = (): number => {
  const parents = new Map<string, string>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/u.test(name)))
    parents.set(pid, statOf(pid)[1] ?? "");
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOurs(parents.get(pid)));
  const isBrowser = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("chrom");
    } catch {
      return false;
    }
  };
  return [...parents.keys()]
    .filter((pid) => isOurs(pid) && isBrowser(pid))
    .reduce((sum, pid) => sum + spent(Number(pid)), 0);
};

/** Two events, five times a second, each at its moment. */
const told = ({ scene }: Ground, run: string): Promise<void> =>
  withSystem(scene.ground, async (system) => {
    const since = performance.now();
    const beat = 2_000 / eventsPerSecond;
    for (let count = 0; count * beat < roundMs; count += 1) {
      await sleep(Math.max(0, since + count * beat - performance.now()));
      await pausedAndResumed(system, run, 1);
    }
    await sleep(Math.max(0, since + roundMs - performance.now()));
  });

/** Each window is a browser session of its own, which shares no stream with the others: the costly case. */
export const crowd = async (ground: Ground, run: string): Promise<Figure> => {
  const { browser, shown } = ground;
  const visits = await Promise.all(Array.from({ length: windows }, () => visit(browser, shown)));
  for (const { page } of visits) await page.goto(`${shown.origin}/run/${run}`);
  for (const { page } of visits) await page.locator(".graph .card").first().waitFor();
  await sleep(3_000);
  const [server, drawing]: [number[], number[]] = [[], []];
  for (let round = 0; round < repeats; round += 1) {
    const [before, browserBefore, since] = [
      spent(shown.server.pid),
      browserSpent(),
      performance.now(),
    ];
    await told(ground, run);
    const ms = performance.now() - since;
    server.push(((spent(shown.server.pid) - before) / ms) * 100);
    drawing.push(((browserSpent() - browserBefore) / ms) * 100);
  }
  for (const { context } of visits) await context.close();
  return {
    what: "page: ten windows of ten sessions on a run of 200 tasks while ten events a second come, the server's share of a core",
    measured: `${spread(server, "%", 1)}; the browser's ${spread(drawing, "%")}`,
    ratio: median(server) / 100 / shareMost,
    goal: { is: "at most", ratio: 1 },
    against: `${shareMost * 100} % of one core, over ${roundMs / 1_000} s`,
  };
};
