// Workplaces of claimed jobs: kept until their work is taken, even if processes die meanwhile.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";
import { runName } from "./anchors.ts";
import { replaceFile } from "./disk/atomic.ts";
import { onDisk } from "./disk/fault.ts";
import { namesIn } from "./disk/look.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { readPlain } from "./disk/plain-file.ts";
import { makeHome } from "./home.ts";
import { isGround, isJob, isLease, isText } from "./spool/read.ts";
import type { Claim, Claims } from "./workspace.ts";

const isSpot = (value: unknown): boolean =>
  isRecord(value) &&
  [value["root"], value["key"], value["unit"]].every(isText) &&
  isRecord(value["from"]) &&
  [value["from"]["commit"], value["from"]["tree"]].every(isText) &&
  typeof value["takes"] === "boolean";

const isClaim = (value: unknown): value is Claim =>
  isRecord(value) &&
  isGround(value["ground"]) &&
  isJob(value["job"]) &&
  isLease(value["lease"]) &&
  (value["spot"] === undefined || isSpot(value["spot"]));

/** null: none that says where its job works. */
const readClaim = (path: string): Claim | null => {
  const value = parsed(readPlain(path)?.toString("utf8") ?? "");
  return isClaim(value) ? value : null;
};

export const openClaims = (home: string): Claims => {
  const root = join(home, "claims");
  const folderOf = (run: string): string => join(root, runName(run));
  const pathOf = ({ lease }: Pick<Claim, "lease">): string =>
    join(folderOf(lease.run), `${lease.fence}.json`);
  return {
    async of(run) {
      const names = namesIn(folderOf(run)).filter((name) => /^[1-9]\d{0,11}\.json$/u.test(name));
      return names
        .flatMap((name) => readClaim(join(folderOf(run), name)) ?? [])
        .toSorted((one, other) => one.lease.fence - other.lease.fence);
    },
    read: async (run, fence) => readClaim(join(folderOf(run), `${fence}.json`)),
    async keep(claim) {
      const path = pathOf(claim);
      onDisk("write", path, () => {
        makeHome(home);
        makeFolder(folderOf(claim.lease.run), 0o700);
        replaceFile(path, `${JSON.stringify(claim)}\n`);
      });
    },
    async remove(claim) {
      const path = pathOf(claim);
      onDisk("remove", path, () => rmSync(path, { force: true }));
    },
  };
};
