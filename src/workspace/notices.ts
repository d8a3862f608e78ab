// Marks of sent notices, so that one of several processes sends each, once.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../core/hash.ts";
import { errorCode } from "./disk/fault.ts";
import { linkOnWay, makeOwn } from "./home.ts";
import type { Notices } from "./workspace.ts";

const folder = "notices";
const nameOf = (run: string, what: string): string => `${run}.${digest(what).slice(0, 32)}`;

/** In the cache. If no mark can be created, only this process remembers. */
export const openNotices = (home: string): Notices => {
  const own = new Set<string>();
  const path = join(home, "cache", folder);
  const marks = (run: string): readonly string[] => {
    try {
      return linkOnWay(home, ["cache", folder]) === null
        ? readdirSync(path).filter((name) => name.startsWith(`${run}.`))
        : [];
    } catch {
      return [];
    }
  };
  return {
    sent: (run) => marks(run),
    claim(run, what) {
      const name = nameOf(run, what);
      if (own.has(name)) return false;
      own.add(name);
      try {
        makeOwn(home, "cache", folder);
        writeFileSync(join(path, name), "", { flag: "wx", mode: 0o600 });
        return true;
      } catch (error) {
        return errorCode(error) !== "EEXIST";
      }
    },
    forget(run, marked, still) {
      const stay = new Set(still.map((what) => nameOf(run, what)));
      for (const name of marked) {
        if (stay.has(name)) continue;
        own.delete(name);
        try {
          rmSync(join(path, name), { force: true });
        } catch {
          // A repeated question with the same name isn't sent: better than twice.
        }
      }
      for (const name of own) if (name.startsWith(`${run}.`) && !stay.has(name)) own.delete(name);
    },
  };
};
