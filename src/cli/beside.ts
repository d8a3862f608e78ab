// System of its own for one use, beside that of the verb: for the same folder and ledger.
import type { System } from "../runtime/system.ts";
import { whereOf } from "./flags/args.ts";
import type { Context } from "./verb.ts";

/** `looks`: it is only looked at. */
export const besideOf =
  ({ given, cwd, env, away }: Context) =>
  async <T>(use: (system: System) => Promise<T>, looks: boolean): Promise<T> => {
    const { open } = await import("../open.ts");
    const system = await open({
      cwd,
      env,
      away: away(),
      ...(looks ? { views: true } : {}),
      ...whereOf(given.flags),
    });
    try {
      return await use(system);
    } finally {
      await system.close();
    }
  };
