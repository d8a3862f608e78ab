// Tests of a full disk on the PostgreSQL server: reported, nothing lost, work resumes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Fault } from "../../src/core/refusal.ts";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { allRows, cardOf, drafts } from "../contract/stone.ts";
import { auto, shop } from "../e2e/one-file.ts";
import { chanceOf } from "../sim/chance.ts";
import { postgresMissing, startPostgres } from "./server.ts";

const small = (): { readonly folder: string; readonly free: () => void } | string => {
  if (userInfo().uid !== 0) return "a small disk can only be mounted as root";
  const folder = mkdtempSync(join(tmpdir(), "cairn-small-"));
  const { status, stderr } = spawnSync(
    "mount",
    ["-t", "tmpfs", "-o", "size=120m,mode=0777", "cairn", folder],
    { encoding: "utf8" },
  );
  if (status === 0)
    return {
      folder,
      free: () =>
        void (spawnSync("umount", [folder]), rmSync(folder, { recursive: true, force: true })),
    };
  rmSync(folder, { recursive: true });
  return `a small disk can't be mounted here: ${stderr.trim()}`;
};

const disk = postgresMissing ?? small();
const letters = 100_000;

/** Nothing that the server could press into much less. */
const chanceText = (seed: number): string => chanceOf(seed).letters(letters);

test(
  "the server's disk gets full: told, nothing lost, and on it goes",
  { skip: typeof disk === "string" ? disk : false, timeout: 180_000 },
  async (t) => {
    if (typeof disk === "string") return;
    const settings = ["max_wal_size=32MB", "min_wal_size=32MB", "autovacuum=off"];
    const server = await startPostgres({ place: disk.folder, settings });
    t.after(() => {
      server.remove();
      disk.free();
    });
    const base = server.database();
    const ledger = openPostgres({ url: `${base}?project=full`, env: {} });
    t.after(() => ledger.close());
    // What somebody else keeps there, and makes room by removing.
    const ballast = join(disk.folder, "ballast");
    writeFileSync(ballast, Buffer.alloc(30_000_000));

    const told: string[] = [];
    let fault: unknown = null;
    for (let count = 1; fault === null && count < 2_000; count += 1) {
      const run = `r${count}`;
      const rows = drafts(run, null, 1, `start ${run}`, chanceText(count));
      try {
        await ledger.append(run, 0, rows, cardOf(rows));
        told.push(run);
      } catch (error) {
        fault = error;
      }
    }
    t.diagnostic(`full after ${told.length} commands of ${letters} letters: ${String(fault)}`);
    assert.ok(fault instanceof Fault && fault.code === "DISK_FULL", String(fault));

    const here = shop(t);
    const env = { CAIRN_LEDGER: `${base}?project=full` };
    rmSync(ballast);
    // The same is asked again, and what comes after it.
    const again = drafts("again", null, 1, "start again", chanceText(0));
    assert.equal((await ledger.append("again", 0, again, cardOf(again))).is, "appended");
    const recorded = new Set((await allRows(ledger)).map(({ run }) => run));
    assert.deepEqual(
      told.filter((run) => !recorded.has(run)),
      [],
    );
    const ended = await here.cairn(auto, { env });
    assert.equal(ended.exit, 0, ended.out + ended.err);
  },
);
