// Tests of attributing a call to a hosted job: false marks, foreign tokens, parent processes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../../test/fixtures/plain.ts";
import { testEngine, untouched } from "../../../test/fixtures/engine.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Lease } from "../../core/row.ts";
import type {
  Kin,
  Processes,
  RunnerAtWork,
  Runners,
  Spool,
  SpoolEntry,
  Workspace,
} from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import type { Folded, Folds } from "../fold.ts";
import { misused, ofJob } from "./of-job.ts";
import { release, report } from "../claims/hand-in.ts";
import { holderOf, renewLease } from "../claims/token.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { markOf } from "../runner/driving.ts";
import type { Door } from "../send.ts";

const never = untouched<Protocol>("protocol");
const protocol: Protocol = { ...plain, ...never, name: "plain" };
const kinOf = (pid: number, mark: string | null = null): Kin => ({
  process: { pid, start: `s${pid}` },
  mark,
  ofCairn: false,
});

const take = async ({ ledger }: Engine, job: string, name: string): Promise<Lease> => {
  const holder = { name, agent: "codex", conversation: null };
  const taken = await ledger.lease({ do: "take", run: "r", job, holder, ms: 60_000, host: "here" });
  assert.ok(taken.is === "granted");
  return taken.lease;
};

/** Two hosted jobs, of hosts 10 and 20, and a claimed one. */
const scene = async (line: readonly Kin[], runners: readonly RunnerAtWork[] = []) => {
  const entries: SpoolEntry[] = [];
  const workspace = {
    ...untouched<Workspace>("workspace"),
    spool: {
      ...untouched<Spool>("spool"),
      list: () => Promise.resolve({ entries, broken: [] }),
      of: (_run: string, fence: number) =>
        Promise.resolve(entries.find((entry) => entry.fence === fence) ?? null),
    },
    processes: { ...untouched<Processes>("processes"), self: kinOf(1).process, kin: () => line },
    runners: {
      ...untouched<Runners>("runners"),
      all: () => [{ run: "r", process: kinOf(1).process, since: "" }, ...runners],
    },
  };
  const engine = testEngine(protocol, { workspace });
  const [one, two, claimed] = [
    await take(engine, "one", "ana"),
    await take(engine, "two", "bo"),
    await take(engine, "three", "cy"),
  ];
  for (const [lease, pid] of [
    [one, 10],
    [two, 20],
  ] as const) {
    const job = { ...untouched<SpoolEntry["job"]>("job"), mark: markOf(lease), lease };
    entries.push({
      run: "r",
      fence: lease.fence,
      folder: "/f",
      job,
      host: { is: "host", process: kinOf(pid).process },
      exit: null,
    });
  }
  return { engine, one, two, claimed };
};

test("nobody's child is nobody's agent; a mark tells the job, and one that nobody knows tells that there is one", async () => {
  assert.equal(await ofJob((await scene([kinOf(1)])).engine), null);
  const { engine, one } = await scene([kinOf(1), kinOf(2, "r.1"), kinOf(3, "elsewhere.7")]);
  assert.deepEqual(await ofJob(engine), { marks: ["r.1", "elsewhere.7"], lease: one });
  assert.deepEqual(await ofJob((await scene([kinOf(3, "elsewhere.7")])).engine), {
    marks: ["elsewhere.7"],
    lease: null,
  });
});

test("whose host stands above decides, before any mark that the call gave itself; a number alone is no host", async () => {
  const { engine, two } = await scene([kinOf(1, "r.1"), kinOf(20, "elsewhere.7")]);
  assert.deepEqual(await ofJob(engine), { marks: [markOf(two)], lease: two });
  const reused = { process: { pid: 20, start: "later" }, mark: null, ofCairn: false };
  assert.equal(await ofJob((await scene([kinOf(1), reused])).engine), null);
});

test("a host that is known by its own environment alone, as where another spool is looked at, is a job's all the same", async () => {
  const { engine } = await scene([kinOf(1), { ...kinOf(30), ofCairn: true }]);
  assert.deepEqual(await ofJob(engine), { marks: [], lease: null });
});

test("below a runner nobody is a person; a runner itself is whoever started it", async () => {
  const runner: RunnerAtWork = { run: "r", process: kinOf(40).process, since: "" };
  assert.deepEqual(await ofJob((await scene([kinOf(1), kinOf(40)], [runner])).engine), {
    marks: [],
    lease: null,
  });
  assert.equal(await ofJob((await scene([kinOf(1), kinOf(41)], [runner])).engine), null);
  const later = { process: { pid: 40, start: "later" }, mark: null, ofCairn: false };
  assert.equal(await ofJob((await scene([kinOf(1), later], [runner])).engine), null);
});

test("who was started beside a runner by the same shell is a person; an orphan in its group is not, and a container's first process tells nothing", async () => {
  const runner: RunnerAtWork = { run: "r", process: kinOf(40).process, since: "" };
  const leads = { ...kinOf(40), beside: { parent: 7 } };
  assert.equal(await ofJob((await scene([kinOf(2), kinOf(7), leads], [runner])).engine), null);
  assert.deepEqual(await ofJob((await scene([kinOf(2), kinOf(8), leads], [runner])).engine), {
    marks: [],
    lease: null,
  });
  const first: RunnerAtWork = { run: "r", process: kinOf(1).process, since: "" };
  const { engine } = await scene([kinOf(2), kinOf(1)], [first]);
  assert.equal(await ofJob(engine), null);
});

test("a job that drives another run's has both; the innermost is who asks", async () => {
  const { engine, one, two } = await scene([kinOf(1), kinOf(20), kinOf(5), kinOf(10)]);
  assert.deepEqual(await ofJob(engine), { marks: [markOf(two), markOf(one)], lease: two });
});

test("another hosted job's token is no process's of a job to use; a person's, and a claim's, are", async () => {
  const inside = await scene([kinOf(1, "r.2"), kinOf(10)]);
  assert.equal(await misused(inside.engine, inside.one), null);
  const foreign = await misused(inside.engine, inside.two);
  assert.ok(isRefusal(foreign));
  assert.deepEqual(
    [foreign.code, foreign.text],
    ["TOKEN_FOREIGN", "this token is that of two, and this is a process of one"],
  );
  assert.equal(await misused(inside.engine, inside.claimed), null);
  const outside = await scene([kinOf(1)]);
  assert.equal(await misused(outside.engine, outside.two), null);
});

test("whatever is done by a token asks whose it is, before anything else happens", async () => {
  const { engine, two } = await scene([kinOf(10)]);
  const folds = {
    ...untouched<Folds>("folds"),
    newest: () => Promise.resolve({ ...untouched<Folded>("folded") }),
  };
  const parts: RunnerParts = {
    scan: untouched("scan"),
    edited: untouched("edited"),
    engine,
    folds,
    door: untouched<Door>("door"),
  };
  const answers = [
    await holderOf(engine, "r", two.token),
    await renewLease(engine, "r", two.token),
    await release(parts, "r", two.token, "no time"),
    await report(parts, "r", two.token, {}),
  ];
  for (const answer of answers)
    assert.ok(isRefusal(answer) && answer.code === "TOKEN_FOREIGN", JSON.stringify(answer));
  const unknown = await holderOf(engine, "r", "9.unknown");
  assert.ok(isRefusal(unknown) && unknown.code === "TOKEN_STALE");
});
