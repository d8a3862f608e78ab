// Tests that a hand edit counts as a job holder's while agents hold jobs, whatever name the file gives.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { spoolJob } from "../../../test/contract/workspace-spool-job.ts";
import { room } from "../../../test/fixtures/edit-room.ts";
import { shelf } from "../../../test/fixtures/shelf.ts";
import type { Job } from "../../core/job.ts";
import { openWorkspace } from "../../workspace/open-workspace.ts";
import { engineHolder } from "../runner/driving.ts";

const take = { do: "take", ms: 60_000, host: "here" } as const;
const holderOf = (name: string) => ({ name, agent: "codex", conversation: `c-${name}` });

test("an edit while a check of the run is at work is the check's: its program is the agents' own", async (t) => {
  const check: Job = {
    key: "gate",
    about: null,
    subject: "gate",
    kind: "check",
    role: "engine",
    why: null,
    begun: false,
    writes: "anything",
    reads: [],
    limits: { ms: 1, bytes: 1, tries: 1 },
    doubt: "retry",
  };
  const here = await room(t, undefined, { ...shelf, jobs: () => [check] });
  const taken = await here.ledger.lease({
    ...take,
    run: here.run,
    job: "gate",
    holder: engineHolder,
  });
  assert.ok(taken.is === "granted");
  here.write("shelf.json", JSON.stringify({ by: "sarah", things: ["a"] }));
  await here.system.scan(here.run);
  const { by } = (await here.ledger.read({})).at(-1) ?? assert.fail("no event");
  assert.deepEqual(JSON.parse(by), {
    kind: "file",
    name: "a check of the run",
    agent: null,
    conversation: null,
    job: "gate",
  });
});

test("an edit while a job is under way is its holder's, not whom the file names; afterwards the name counts again", async (t) => {
  const here = await room(t);
  const authors = async (): Promise<readonly unknown[]> =>
    (await here.ledger.read({})).slice(1).map(({ by }) => JSON.parse(by));
  const edit = async (by: string | null, ...things: readonly string[]): Promise<void> => {
    here.write("shelf.json", JSON.stringify(by === null ? { things } : { by, things }));
    await here.system.scan(here.run);
  };
  const first = await here.ledger.lease({
    ...take,
    run: here.run,
    job: "build-1",
    holder: holderOf("wim"),
  });
  assert.ok(first.is === "granted");
  await edit("sarah", "a");
  const second = await here.ledger.lease({
    ...take,
    run: here.run,
    job: "build-2",
    holder: holderOf("eve"),
  });
  assert.ok(second.is === "granted");
  await edit("sarah", "a", "b");
  await edit("eve", "a", "b", "c");
  await here.ledger.lease({ do: "end", run: here.run, token: first.lease.token });
  await here.ledger.lease({ do: "end", run: here.run, token: second.lease.token });
  await edit("sarah", "a", "b", "c", "d");
  assert.deepEqual(await authors(), [
    { kind: "file", ...holderOf("wim"), job: "build-1" },
    { kind: "file", name: "wim or eve" },
    { kind: "file", ...holderOf("eve"), job: "build-2" },
    { kind: "file", name: "sarah" },
  ]);
});

test("an edit where a fenced job can't write is no edit of that job's", async (t) => {
  const here = await room(t);
  const { spool } = await openWorkspace({ home: join(here.top, ".cairn") });
  const place = join(here.top, ".cairn/place");
  const jobs: string[] = [];
  type Entry = { readonly root?: string; readonly writes?: readonly string[] };
  const authorOf = async (
    { root = place, writes = [] }: Entry,
    change = ({ token }: { readonly token: string }): string => token,
  ) => {
    const job = `build-${jobs.length + 1}`;
    jobs.push(job);
    const taken = await here.ledger.lease({ ...take, run: here.run, job, holder: holderOf("wim") });
    assert.ok(taken.is === "granted");
    const { lease } = taken;
    const ground = { root, place: null, ignores: [] };
    const token = change(lease);
    const entry = { ...spoolJob(here.run, lease.fence), lease: { ...lease, token }, ground };
    await spool.make({ ...entry, fence: { writes, shows: [], network: false } }, "");
    here.write("shelf.json", JSON.stringify({ by: "sarah", things: jobs }));
    await here.system.scan(here.run);
    await here.ledger.lease({ do: "end", run: here.run, token: lease.token });
    return JSON.parse((await here.ledger.read({})).at(-1)?.by ?? "").name;
  };
  assert.equal(await authorOf({ writes: ["~/.npm"] }), "sarah");
  assert.equal(await authorOf({ writes: [join(here.top, "shelf")] }), "wim");
  assert.equal(await authorOf({ writes: [join(here.top, "shelf/shelf.json")] }), "wim");
  assert.equal(await authorOf({ root: here.top }), "wim");
  assert.equal(await authorOf({}, ({ token }) => `${token}x`), "wim", "another lease's entry");
});

test("an edit counts as the job's where its spool entry can't be read", async (t) => {
  const here = await room(t);
  const { spool } = await openWorkspace({ home: join(here.top, ".cairn") });
  const asked = { ...take, run: here.run, job: "build-1", holder: holderOf("wim") };
  const taken = await here.ledger.lease(asked);
  assert.ok(taken.is === "granted");
  const folder = spool.folderOf(here.run, taken.lease.fence);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "job.json"), "{");
  here.write("shelf.json", JSON.stringify({ by: "sarah", things: ["a"] }));
  await here.system.scan(here.run);
  assert.equal(JSON.parse((await here.ledger.read({})).at(-1)?.by ?? "").name, "wim");
});
