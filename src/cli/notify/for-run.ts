// Notifier of a run that this process drives, and the watchdog beside it, if its person configured notices.
import type { System } from "../../runtime/system.ts";
import type { Context } from "../verb.ts";
import type { Notifier } from "./notifier.ts";

/** null: no notices configured. */
export const notifierFor = async (
  context: Context,
  system: System,
  run: string,
): Promise<Notifier | null> => {
  const targets = await system.notify();
  if (targets.length === 0) return null;
  const { runners, processes } = system.workspace;
  if (runners.watchdogs().length === 0 && targets.some(({ on }) => on.includes("runner")))
    await processes.detach(system.watchdog(), system.runnerEnv ?? {}, system.root);
  const { createNotifier } = await import("./notifier.ts");
  const every = (ms: number, act: () => Promise<void>): (() => void) => {
    const timer = setInterval(() => void act(), ms);
    return () => clearInterval(timer);
  };
  const at = { cwd: system.root, env: context.env };
  return createNotifier({
    system,
    targets,
    run,
    at,
    note: context.note,
    elapsed: () => performance.now(),
    every,
  });
};
