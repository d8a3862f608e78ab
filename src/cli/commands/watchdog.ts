// Verb `cairn watchdog`: outlives the runners of this ledger on this machine, and tells of a killed one.
import { setTimeout as sleep } from "node:timers/promises";
import { linkOf, pageOf } from "../notify/link.ts";
import { send } from "../notify/send.ts";
import { createWatchdog } from "../notify/watchdog.ts";
import { exits, type Verb } from "../verb.ts";

const lookMs = 1_000;

export const watchdog: Verb = {
  name: "watchdog",
  summary: "tell of killed runners by `notify`; started by the first `cairn run`, not by people",
  args: [],
  options: {},
  example: ["cairn watchdog"],
  hidden: true,
  run: async (context) => {
    const system = await context.system();
    const { runners, processes } = system.workspace;
    const end = runners.watch();
    // Of several that began at once, one stays.
    const least = Math.min(...runners.watchdogs().map(({ pid }) => pid));
    const targets = (await system.notify()).filter(({ on }) => on.includes("runner"));
    const at = { cwd: system.root, env: context.env };
    const look = createWatchdog({
      system,
      elapsed: () => performance.now(),
      tell: async (notice) => {
        const page = await pageOf(system);
        await Promise.all(
          targets.map((target) => send(target, notice, linkOf(target, page, notice), at)),
        );
      },
    });
    try {
      if (least === processes.self.pid) while (await look()) await sleep(lookMs);
    } finally {
      end();
    }
    return { exit: exits.done };
  },
};
