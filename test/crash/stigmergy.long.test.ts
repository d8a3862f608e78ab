// Crash tests of stigmergy: kills at every named point, with hand edits (acceptance 4, 13).
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { open } from "../../src/open.ts";
import { processesWith } from "../../src/workspace/process-facts.ts";
import { asideEnd } from "../../src/workspace/project/swap.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { ana } from "../fixtures/stigmergy-room.ts";
import { leftRunning } from "./after-run.ts";
import { hostsOf, killHost, typed } from "./crew.ts";
import type { Ground } from "./ground.ts";
import { remains } from "./remains.ts";
import type { Stories } from "./roles/agent.ts";
import { addEntry, stateText } from "./roles/editor.ts";
import { launchedRoles, layOutRoles, plannedRoles, type RoleLaunch } from "./roles/ground.ts";
import { roleFindings } from "./roles/role-findings.ts";
import { edited, grown } from "./roles/trail.ts";
import type { Entry } from "./told.ts";
import { killOne } from "./strike.ts";
import { fate, type Turn, turn } from "./turn.ts";

const laidOut = async (t: TestContext, stories: Stories): Promise<readonly [Ground, string]> => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const here = layOutRoles(builtLauncher(), folder, stories, { strikes: 3, audit: "never" });
  return [here, await plannedRoles(here, stories)];
};

/** What the ledger has, whether it is whole, and what it makes of the file. */
const looked = async ({ root }: Ground, run: string) => {
  const system = await open({ cwd: root, env: {} });
  const { findings } = await system.verify(run);
  const log = await system.log(run);
  const files = await system.files(run);
  await system.close();
  assert.ok(!isRefusal(files));
  const ledger: readonly Entry[] = log.map(({ version, type, data }) => ({
    version,
    type,
    hash: "",
    data: { ...Object(data) },
  }));
  return { findings, ledger, text: files["state.json"] };
};
const stories = { "1.1": 2 };

test("acceptance 4 and 13: killed at every point of a story, its check and its review, and edited by hand meanwhile, a project loses nothing and does nothing twice; whose job was taken over reports in vain", async (t) => {
  const [here, run] = await laidOut(t, stories);
  const [planned, seen] = [stateText(here), [stateText(here)]];
  const edit = (
    summary: string,
    from = stateText(here),
    way: "rename" | "place" = "rename",
  ): void => {
    addEntry(here, summary, from, way);
    seen.push(stateText(here));
  };
  const kill = async (): Promise<void> => {
    for (const host of await hostsOf(here)) assert.ok(killHost(host));
  };
  const launched = (job: string): readonly RoleLaunch[] =>
    launchedRoles(here).filter((one) => one.job.startsWith(job));
  /** Who lost his host stays where he is until he is swept away. */
  const freeze = async (): Promise<void> => {
    await kill();
    process.kill(launched("work-1.1-2")[0]?.pid ?? assert.fail("he was launched"), "SIGSTOP");
  };
  const late = async (): Promise<void> => {
    const [first, second, ...others] = launched("work-1.1-2");
    assert.ok(first !== undefined && second !== undefined && others.length === 0);
    assert.deepEqual(processesWith(`CAIRN_MARK=${first.mark}`), []);
    const env = {
      CAIRN_ROOT: here.root,
      CAIRN_RUN: run,
      CAIRN_JOB: first.job,
      CAIRN_TOKEN: first.token,
    };
    const data = JSON.stringify({ outcome: "done", summary: "the first james is done" });
    const { exit, err } = await typed(here, ["job", "report", "--data", data], undefined, {
      argv: [],
      env,
    }).ended;
    assert.match(`${exit} ${err.join(" ")}`, /^2 TOKEN_STALE/u);
    // Whose agent dies alone has failed a try.
    assert.ok(killOne(second.pid));
  };
  const turns: readonly (Turn | (() => void))[] = [
    fate("spawn", ""),
    fate("insert", "StoryFileRecorded"),
    () => edit("nobody lives", planned),
    { job: "work-1.1-1", at: "noted", alone: true },
    { job: "check", at: "checking", meanwhile: async () => edit("during the check") },
    // Who worked alone was heard, and nobody else was sent.
    () => assert.equal(launched("work-").length, 1),
    fate("rename", "/state.json"),
    () =>
      assert.equal(
        readdirSync(here.home).filter((name) => name.endsWith(asideEnd)).length,
        1,
        "it died between link and rename",
      ),
    { job: "work-1.1-2", at: "launched", meanwhile: freeze },
    { job: "work-1.1-2", at: "noted", alone: true, meanwhile: late },
    { job: "work-1.1-3", at: "reported", alone: true },
    fate("insert", "WorkFinished"),
    {
      job: "review-",
      at: "launched",
      meanwhile: async () => {
        await kill();
        edit("during the review", stateText(here), "place");
      },
    },
    fate("committed", "ProjectCompleted"),
    () => edit("on a copy of the start", planned, "place"),
    fate("renamed", "/state.json"),
    { exits: 0 },
  ];
  for (const one of turns) {
    if (typeof one === "function") one();
    else await turn(here, ["run", run], one);
    seen.push(stateText(here));
  }
  const { ledger, text, findings } = await looked(here, run);
  const last = stateText(here);
  assert.deepEqual([findings, text], [[], last]);
  assert.deepEqual(
    [...grown(seen, last), ...roleFindings(ledger, launchedRoles(here), stories, 3)],
    [],
  );
  assert.doesNotMatch(last, /the first james/u);
  assert.deepEqual(edited(last), [
    "nobody lives",
    "during the check",
    "during the review",
    "on a copy of the start",
  ]);
  const counted = ledger.filter(({ type }) => /^(StrikeCounted|AttemptCounted)$/u.test(type));
  assert.deepEqual(
    counted.map(({ data }) => data["kind"] ?? data["job"]),
    ["check", "work-1.1-2", "work", launched("review-")[0]?.job],
  );
  assert.deepEqual([...(await remains(here, run)), ...(await leftRunning(here))], []);
});

test("acceptance 4: killed while a project is put away, and while one is taken over, and edited right then, each is done once and no entry is lost", async (t) => {
  const [here, run] = await laidOut(t, stories);
  const found = stateText(here);
  let system = await open({ cwd: here.root, env: {} });
  assert.ok(
    !isRefusal(await system.send(run, [{ type: "Cancel", data: { reason: "enough" } }], ana)),
  );
  await system.close();
  await turn(here, ["archive", run], fate("insert", "Archived"));
  addEntry(here, "after its end", stateText(here));
  const last = stateText(here);
  await turn(here, ["archive", run], fate("rename", "/archive/"));
  system = await open({ cwd: here.root, env: {} });
  await system.scan(run);
  await system.settle();
  const [name = ""] = readdirSync(join(here.home, "archive"));
  const archived = readFileSync(join(here.home, "archive", name, "state.json"), "utf8");
  assert.equal(archived, (await looked(here, run)).text);
  const kept = join(here.root, ".git/cairn/refused", run);
  // Nothing may be said any more where a project is cancelled; the bytes are kept.
  const [aside = ""] = readdirSync(kept).filter((file) => file.endsWith("state.json"));
  assert.equal(readFileSync(join(kept, aside), "utf8"), last);
  assert.deepEqual(readdirSync(here.home), ["archive"]);

  writeFileSync(join(here.home, "state.json"), found);
  await turn(here, ["adopt", ".ai"], fate("insert", "ProjectAdopted"));
  assert.equal(stateText(here), found);
  await turn(here, ["adopt", ".ai"], fate("committed", "ProjectAdopted"));
  assert.equal(stateText(here), found);
  addEntry(here, "before it was written anew", found);
  const [other, ...more] = (await system.runs({})).filter((card) => card.run !== run);
  assert.deepEqual(more, []);
  assert.ok(other !== undefined);
  await system.scan(other.run);
  await system.settle();
  await system.close();
  const { findings, ledger, text } = await looked(here, other.run);
  assert.deepEqual([findings, text], [[], stateText(here)]);
  assert.deepEqual(
    ledger.map(({ type }) => type),
    ["ProjectAdopted", "GatePassed", "ActionRecorded"],
  );
  assert.deepEqual(
    [...grown([found], stateText(here)), ...edited(stateText(here))],
    ["before it was written anew"],
  );
});
