// Analysis of browser traces: the longest task of a page by processor time, independent of other load.
import type { Browser, Page } from "playwright-core";
import { isRecord } from "../src/core/json/record.ts";

type Task = { readonly thread: string; readonly ms: number };

const numbersOf = (
  text: string,
): { readonly tasks: readonly Task[]; readonly mains: ReadonlySet<string> } => {
  const trace: unknown = JSON.parse(text);
  const events: readonly unknown[] =
    isRecord(trace) && Array.isArray(trace["traceEvents"]) ? trace["traceEvents"] : [];
  const mains = new Set<string>();
  const tasks: Task[] = [];
  for (const event of events.filter(isRecord)) {
    const thread = `${String(event["pid"])}/${String(event["tid"])}`;
    const { args, name, ph, tdur } = event;
    if (name === "thread_name" && isRecord(args) && args["name"] === "CrRendererMain")
      mains.add(thread);
    if (
      ph === "X" &&
      typeof name === "string" &&
      name.endsWith("RunTask") &&
      typeof tdur === "number"
    )
      tasks.push({ thread, ms: tdur / 1_000 });
  }
  return { tasks, mains };
};

/** Of the pages' main threads meanwhile, in ms of processor time: the longest task, or all of the busiest thread's together. */
export const longestTask = async (
  browser: Browser,
  page: Page,
  during: () => Promise<void>,
  what: "longest" | "sum" = "longest",
): Promise<number> => {
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  await during();
  const { tasks, mains } = numbersOf((await browser.stopTracing()).toString());
  const own = tasks.filter(({ thread }) => mains.has(thread));
  if (own.length === 0) throw new Error("the trace tells of no task");
  if (what === "longest") return Math.max(...own.map(({ ms }) => ms));
  const sums = [...Map.groupBy(own, ({ thread }) => thread).values()].map((all) =>
    all.reduce((sum, { ms }) => sum + ms, 0),
  );
  return Math.max(...sums);
};
