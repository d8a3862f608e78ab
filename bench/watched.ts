// Benchmark of runs watched by open pages: the server's and the browser's share of the slowdown.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext } from "playwright-core";
import { visit } from "../test/web/browser.ts";
import { manySteps } from "../test/web/many.ts";
import type { Scene, Shown } from "../test/web/scene.ts";
import { type Figure, median, repeats, spread } from "./figures.ts";

type Ground = { readonly browser: Browser; readonly scene: Scene; readonly shown: Shown };
/** Begins to watch; returns what ends it. */
type Watch = () => Promise<() => Promise<void>>;
type Round = { readonly ms: number; readonly server: number };

const watchers = 10;
const tickMs = 10;

/** Processor time of a process so far, in ms. */
export const spent = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};

/** Steps that do nothing, one batch after the other: what a runner needs for itself and its hosts. */
const worked = async ({ scene: { ground }, shown }: Ground, name: string): Promise<Round> => {
  const run = await manySteps(ground, 40, name);
  const [since, before] = [performance.now(), spent(shown.server.pid)];
  await ground.cairn(["run", run]);
  return { ms: performance.now() - since, server: spent(shown.server.pid) - before };
};

/** Without any browser: what it costs the server to tell, and nothing else. */
const streams =
  ({ shown: { origin, token } }: Ground): Watch =>
  async () => {
    const end = new AbortController();
    const bodies = await Promise.all(
      Array.from({ length: watchers }, async () => {
        const { status, body } = await fetch(`${origin}/api/live`, {
          headers: { authorization: `Bearer ${token}` },
          signal: end.signal,
        });
        if (status !== 200 || body === null) throw new Error(`the stream answered ${status}`);
        return body;
      }),
    );
    const reading = bodies.map(async (body) => {
      // oxlint-disable-next-line no-empty -- what comes is read, and that is all
      for await (const _ of body) {
      }
    });
    return async () => {
      end.abort();
      await Promise.allSettled(reading);
    };
  };

/** As a browser tells a page that lies behind another; here all are in front. */
const behind = `Object.defineProperty(document, "hidden", { get: () => true }); Object.defineProperty(document, "visibilityState", { get: () => "hidden" });`;

const pages =
  ({ shown }: Ground, context: BrowserContext, seen: number): Watch =>
  async () => {
    const open = await Promise.all(
      Array.from({ length: watchers }, async (_, index) => {
        const page = await context.newPage();
        if (index >= seen) await page.addInitScript(behind);
        await page.goto(`${shown.origin}/`);
        return page;
      }),
    );
    return async () => void (await Promise.all(open.map((page) => page.close())));
  };

/** A runner's work beside those who watch, and, each time before, without them. */
export const watched = async (ground: Ground): Promise<readonly Figure[]> => {
  const { context, page } = await visit(ground.browser, ground.shown);
  await page.goto("about:blank");
  const ways: readonly (readonly [what: string, goal: Figure["goal"], watch: Watch])[] = [
    ["ten programs follow the ledger, no browser", { is: "at most", ratio: 1.05 }, streams(ground)],
    [
      "ten tabs are open, one of them in front",
      { is: "at most", ratio: 1.05 },
      pages(ground, context, 1),
    ],
    [
      "ten windows are open side by side",
      { is: "at most", ratio: 1.05 },
      pages(ground, context, watchers),
    ],
  ];
  const rounds = ways.map((): { alone: Round; beside: Round }[] => []);
  for (let round = 0; round < repeats; round += 1)
    for (const [index, [, , watch]] of ways.entries()) {
      const alone = await worked(ground, `alone-${round}-${index}`);
      const end = await watch();
      await sleep(2_000);
      const beside = await worked(ground, `beside-${round}-${index}`);
      await end();
      rounds[index]?.push({ alone, beside });
    }
  await context.close();
  return ways.map(([what, goal], index): Figure => {
    const all = rounds[index] ?? [];
    const [beside, alone] = [all.map((one) => one.beside.ms), all.map((one) => one.alone.ms)];
    const [server, unasked] = [
      all.map((one) => one.beside.server),
      all.map((one) => one.alone.server),
    ];
    return {
      what: `page: a runner's 40 steps while ${what}`,
      measured: `${spread(beside, "ms")}, ${spread(server, "ms")} of the server's processor time; without ${spread(alone, "ms")}, ${spread(unasked, "ms")}`,
      ratio: median(beside) / median(alone),
      goal,
      against: "the same without any, in turn, on the same two cores",
      stops:
        "the browser draws what changed once a second in each window, on the two cores that the runner and its hosts would have",
    };
  });
};
