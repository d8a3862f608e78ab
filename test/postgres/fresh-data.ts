// Helper of tests: one empty PostgreSQL data folder, made once and copied for each server.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";

const cache = join(import.meta.dirname, "../../node_modules/.cache/postgres");

/** Owners, modes and times as they are, since the server refuses a folder that others may read. */
const copied = (from: string, to: string): boolean =>
  spawnSync("cp", ["-a", from, to], { stdio: "ignore" }).status === 0;

/** Fills `data` as `init` does, of the program in `bin`; what `init` made is kept for those that come after. */
export const freshData = (bin: string, data: string, init: () => void): void => {
  const { status, stdout } = spawnSync(join(bin, "initdb"), ["--version"], { encoding: "utf8" });
  const place =
    status === 0 ? join(cache, `${stdout.replaceAll(/[^\w.]+/gu, "-")}${userInfo().uid}`) : null;
  if (place !== null && existsSync(place) && copied(place, data)) return;
  rmSync(data, { recursive: true, force: true });
  init();
  if (place === null) return;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, "making-"));
  try {
    if (copied(data, join(making, "data"))) renameSync(join(making, "data"), place);
  } catch (error) {
    // Another was first.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
};
