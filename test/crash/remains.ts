// Crash check for remains of an ended run: leases, spool folders, git locks.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "../../src/ledger/sqlite.ts";
import type { Ground } from "./ground.ts";

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];

export const remains = async ({ root }: Ground, run: string): Promise<readonly string[]> => {
  const home = join(root, ".git/cairn");
  // Before it is read: reading tidies.
  const spooled = namesIn(join(home, "spool"));
  const ledger = await openSqlite({ path: join(home, "ledger.db") });
  const leases = await ledger.leases(run);
  await ledger.close();
  return [
    ...spooled.map((name) => `the spool still holds ${name}`),
    ...leases.map(({ job }) => `the lease of ${job} was never ended`),
    ...namesIn(join(root, ".git"))
      .filter((name) => name.endsWith(".lock"))
      .map((name) => `.git/${name} is left`),
  ];
};
