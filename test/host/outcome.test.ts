// Tests of reading a job's outcome: truncated reasons are marked, lost folders read as empty.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { readOutcome } from "../../src/runtime/jobs/outcome.ts";
import type { SpoolJob } from "../../src/workspace/workspace.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "../contract/workspace-folder.ts";
import { spoolExit, spoolJob } from "../contract/workspace-spool-job.ts";

test("what a report was refused with is told of an attempt without another one; what is cut of it is said", async (t) => {
  const workspace = await openWorkspace({ home: join(ownFolder(t), ".cairn") });
  const { spool } = workspace;
  const folder = await spool.make(spoolJob("r1", 1), "");
  await spool.exit(folder, spoolExit);
  const driver = async () => undefined;
  const refused = async (): Promise<string | undefined> => {
    const entry = await spool.read(folder);
    assert.ok(entry !== null);
    const outcome = await readOutcome(
      { workspace, driver, now: () => "2026-01-08T12:00:00.000Z" },
      entry,
    );
    return outcome.is === "ended" ? outcome.refused : outcome.is;
  };
  assert.equal(await refused(), undefined);
  await spool.refuse(folder, "REPORT_MISFIT: it is short");
  assert.equal(await refused(), "REPORT_MISFIT: it is short");
  await spool.refuse(folder, "long ".repeat(1_000));
  assert.match(
    (await refused()) ?? "",
    /^2 times, at last: long [^…]*… \(2970 characters left out\)$/u,
  );
});

test("what a job left in a place that is given away by now isn't there", async (t) => {
  const workspace = await openWorkspace({ home: join(ownFolder(t), ".cairn") });
  const { spool } = workspace;
  const plain = spoolJob("r1", 1);
  const ground = { root: join(ownFolder(t), "gone"), place: null, ignores: [] };
  const job = { ...plain, ground, job: { ...plain.job, reads: ["design.md"] } };
  const filesOf = async (of: SpoolJob): Promise<unknown> => {
    const folder = await spool.make(of, "");
    await spool.exit(folder, spoolExit);
    const entry = await spool.read(folder);
    assert.ok(entry !== null);
    return (
      await readOutcome(
        { workspace, driver: async () => undefined, now: () => "2026-01-08T12:00:00.000Z" },
        entry,
      )
    ).files;
  };
  assert.deepEqual(await filesOf(job), {});
});
