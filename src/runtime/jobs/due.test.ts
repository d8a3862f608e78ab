// Tests of jobs whose processes are gone while their leases hold.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Protocol } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { SpoolEntry, Workspace } from "../../workspace/workspace.ts";
import { spoolExit, spoolJob } from "../../../test/contract/workspace-spool-job.ts";
import { testEngine, untouched } from "../../../test/fixtures/engine.ts";
import type { Folds } from "../fold.ts";
import { createDue } from "./due.ts";

const now = "2026-01-01T00:00:00.000Z";
const spooled = spoolJob("r", 1);
const job = { ...spooled.job, begun: true };
const lease = { ...spooled.lease, until: "2026-01-01T00:05:00.000Z" };
const protocol: Protocol = { ...untouched<Protocol>("protocol"), name: "p", jobs: () => [job] };
const folded = { protocol, root: ".", origin: null, state: {}, version: 1, head: "", at: null };

/** @param alive numbers of the processes that are there: 1 is the runner, 2 the host */
const standing = async (alive: readonly number[], exit: SpoolEntry["exit"] = null) => {
  const host = { is: "host", process: { pid: 2, start: "1" } } as const;
  const entry = { run: "r", fence: 1, folder: "", job: { ...spooled, lease }, host, exit };
  const workspace = {
    ...untouched<Workspace>("workspace"),
    processes: {
      ...untouched<Workspace["processes"]>("processes"),
      alive: ({ pid }: { readonly pid: number }) => alive.includes(pid),
    },
    spool: {
      ...untouched<Workspace["spool"]>("spool"),
      list: () => Promise.resolve({ entries: [entry], broken: [] }),
    },
  };
  const ledger = {
    ...untouched<Ledger>("ledger"),
    leases: () => Promise.resolve([lease]),
    now: () => Promise.resolve(now),
  };
  const newest = () => Promise.resolve({ ...folded, kept: 0 });
  const folds = { ...untouched<Folds>("folds"), newest };
  const found = await createDue(testEngine(protocol, { ledger, workspace }), folds).standings("r");
  assert.ok(!isRefusal(found));
  return found.map(({ is, why }) => `${is}: ${why}`).join();
};

test("a job runs as long as its host is there, whoever began it", async () => {
  assert.equal(await standing([1, 2]), "running: null");
  assert.equal(await standing([2]), "running: null");
});

test("a job whose host is gone is in doubt at once, not when its lease ends", async () => {
  const why = "its host died before it could say how it ended: it is tried again";
  assert.equal(await standing([1]), `doubt: ${why}`);
});

test("a job that ended waits for a runner that reads it", async () => {
  assert.equal(await standing([1], spoolExit), "running: null");
  assert.equal(await standing([], spoolExit), "ready: it ended, and is read when the run goes on");
});
