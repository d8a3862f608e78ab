// System of its own for one use, beside that of the verb: for the same folder and ledger.
import type { System } from "../runtime/system.ts";
import { last } from "./flags/args.ts";
import type { Context } from "./verb.ts";

/** `looks`: it is only looked at. */
export const besideOf =
  ({ given, cwd, env, away }: Context) =>
  async <T>(use: (system: System) => Promise<T>, looks: boolean): Promise<T> => {
    const [root, ledger] = [last(given, "root"), last(given, "ledger")];
    const { open } = await import("../open.ts");
    const system = await open({
      cwd,
      env,
      away: away(),
      ...(looks ? { views: true } : {}),
      ...(root === null ? {} : { root }),
      ...(ledger === null ? {} : { ledger }),
    });
    try {
      return await use(system);
    } finally {
      await system.close();
    }
  };
