// Verbs `cairn setup notify`, which tries each target of notices, and `watchdog`, which tells of a killed runner.
import { refuse } from "../../core/refusal.ts";
import { linkOf, pageOf } from "../notify/link.ts";
import { testNotice } from "../notify/notice.ts";
import { send } from "../notify/send.ts";
import { paint } from "../terminal/layout.ts";
import { exits, type Verb } from "../verb.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { createWatchdog } from "../notify/watchdog.ts";

export const notify: Verb = {
  name: "setup notify",
  summary: "send a test notice to each target of `notify` in your own configuration",
  args: [],
  options: {},
  example: ["cairn setup notify"],
  run: async (context) => {
    const system = await context.system();
    const targets = await system.notify();
    const path = system.config.personal?.path ?? "~/.config/cairn/config.json";
    if (targets.length === 0)
      return refuse("NOTIFY_NONE", "no target is configured", {
        fits: `put into ${path}: {"notify": {"webhook": "https://ntfy.sh/YOUR-TOPIC"}}`,
      });
    const page = await pageOf(system);
    const at = { cwd: system.root, env: context.env };
    const told = (
      await Promise.all(
        targets.map((target) => send(target, testNotice, linkOf(target, page, testNotice), at)),
      )
    ).flat();
    const failed = told.some(({ why }) => why !== null);
    return {
      exit: failed ? exits.fault : exits.done,
      json: { sent: told.map(({ way, why }) => ({ to: way, arrived: why === null, why })) },
      text: (view) =>
        [
          ...told.map(({ way, why }) =>
            why === null ? `sent to ${way}` : `${paint(view, "bad", "failed")}: ${way}: ${why}`,
          ),
          ...(failed ? [`mend \`notify\` in ${path}`] : []),
        ].join("\n"),
    };
  },
};

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
