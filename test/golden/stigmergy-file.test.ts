// Golden story of the stigmergy state file: whole and sound at every version, rebuilt from events.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { check } from "../../src/protocols/stigmergy/check/check.ts";
import { evolve } from "../../src/protocols/stigmergy/evolve.ts";
import { fileSchemas } from "../../src/protocols/stigmergy/files/schemas.ts";
import { write } from "../../src/protocols/stigmergy/files.ts";
import { storiesOf } from "../../src/protocols/stigmergy/manifest.ts";
import { read } from "../../src/protocols/stigmergy/read/read.ts";
import type { State } from "../../src/protocols/stigmergy/state.ts";
import { misfits } from "../formats/fits.ts";
import { ana, engine, openDesk } from "../fixtures/stigmergy-desk.ts";
import { type Free, foundOf } from "../formats/stigmergy-files.ts";

type Desk = ReturnType<typeof openDesk>;

/** At every version, as whoever opens it finds it. */
const watched = ({ log }: Desk, look: (file: Free, text: string, state: State) => void): void => {
  let state: State | null = null;
  for (const [index, event] of log.entries()) {
    state = evolve(state, event);
    const text = write(state, log.slice(0, index + 1))["state.json"] ?? "";
    look(JSON.parse(text), text, state);
  }
};

const whole = (run: Desk): void => {
  let before: readonly string[] = [];
  watched(run, (file, text, state) => {
    assert.deepEqual(misfits(fileSchemas[0]?.schema(), file), []);
    const times: readonly string[] = file.history.map(({ timestamp }: Free) => timestamp);
    assert.deepEqual(times.slice(0, before.length), before, "history only grows");
    assert.ok(
      times.every((time, index) => index === 0 || time > (times[index - 1] ?? "")),
      "its times strictly increase",
    );
    before = times;
    assert.deepEqual([times.length, times.at(-1)], [state.entries, state.lastAt]);
    assert.equal(file.system_signal, file.history.at(-1).signal);
    const seen = file.project_manifest.epics.flatMap((epic: Free) =>
      epic.stories.map(({ story_id: id, status }: Free) => [id, status]),
    );
    assert.deepEqual(
      seen,
      storiesOf(state).map(({ id, status }) => [id, status]),
    );
    const findings = check({ ".ai/state.json": text }) ?? [];
    assert.deepEqual(
      findings.map(({ code, message }) => `${code}: ${message}`),
      [],
    );
  });
};

test("from brief to end the file is whole at every version, and says nothing that check would doubt", () => {
  const run = openDesk();
  run.execute();
  run.complete("1.1");
  run.build("1.2");
  run.check(1);
  run.fail("1.2");
  const [issue] = run.state().issues;
  assert.equal(issue?.status, "OPEN");
  const dexter = run.holder("issue-");
  run.ok("TakeIssue", { issue: issue?.id ?? "" }, dexter);
  run.ok("ResolveIssue", { issue: issue?.id ?? "", solution: "mend the test" }, dexter);
  run.ok("Halt", { reason: "look at this" });
  run.ok("Unhalt", { choice: "retry" });
  run.complete("1.2");
  run.ok("RecordAction", {
    agent: "dev",
    summary: "looked around",
    extras: [["session", '{"n": 1}']],
  });
  run.complete("2.1");
  assert.equal(run.state().status, "PROJECT_COMPLETE");
  whole(run);
});

test("references of an issue are times of its strikes, to the letter", () => {
  const run = openDesk();
  run.execute();
  run.describe("1.1");
  run.fail("1.1");
  run.fail("1.1");
  const file: Free = JSON.parse(write(run.state(), run.log)["state.json"] ?? "");
  const failures = file.history
    .filter(({ signal }: Free) => signal === "FAILURE_DETECTED")
    .map(({ timestamp }: Free) => timestamp);
  assert.deepEqual(
    [file.issue_log[0].issue_id, file.issue_log[0].history_ref],
    ["ISSUE-001", failures],
  );
  assert.equal(failures.length, 2);
  assert.match(file.issue_log[0].summary, /^Story 1\.1: /u);
  assert.deepEqual(
    file.issue_log[0].timestamp,
    file.history.find(({ signal }: Free) => signal === "ESCALATION_REQUIRED").timestamp,
  );
});

test("an old text of the file is told again from its events, byte for byte", () => {
  const run = openDesk();
  run.execute();
  const texts: string[] = [];
  watched(run, (_file, text) => void texts.push(text));
  run.complete("1.1");
  write(run.state(), run.log);
  const again: string[] = [];
  watched(run, (_file, text) => void again.push(text));
  assert.deepEqual(again.slice(0, texts.length), texts);
  assert.ok(again.length > texts.length);
  const afresh = run.log.map((event) => ({ ...event }));
  assert.equal(write(run.state(), afresh)["state.json"], write(run.state(), run.log)["state.json"]);
});

test("a file that is carried elsewhere is taken over as it stands", () => {
  const run = openDesk();
  run.execute();
  run.complete("1.1");
  run.build("1.2");
  const text = write(run.state(), run.log)["state.json"] ?? "";
  const adopted = read(foundOf(text));
  assert.ok(adopted !== null && !isRefusal(adopted));
  assert.deepEqual([adopted.corrections, adopted.quarantined], [[], []]);
});

test("refused.md is there only while the last edit stands refused", () => {
  const run = openDesk();
  run.start();
  run.ok(
    "RefuseEdit",
    {
      path: "state.json",
      digest: "a".repeat(64),
      code: "STATUS_UNREACHABLE",
      why: "1.1 is PENDING",
    },
    engine,
  );
  const files = write(run.state(), run.log);
  assert.deepEqual(Object.keys(files), ["state.json", "refused.md"]);
  assert.match(files["refused.md"] ?? "", /STATUS_UNREACHABLE[\s\S]*1\.1 is PENDING/u);
  assert.equal(JSON.parse(files["state.json"] ?? "").history.length, 1, "it leaves no entry");
  run.ok("RecordAction", { agent: "james", summary: "went on" }, { ...ana, kind: "file" });
  assert.deepEqual(Object.keys(write(run.state(), run.log)), ["state.json"]);
});
