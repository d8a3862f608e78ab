// Tests of rules for all ultrawork edits: spelling, places, lost files, old copies, unknown keys, authors.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  child,
  desk,
  said,
  set,
  type Change,
  type Parsed,
} from "../../../../test/fixtures/ultrawork-edits.ts";
import { phases } from "../../../../test/fixtures/ultrawork-phases.ts";
import { command, engine, story } from "../../../../test/fixtures/ultrawork-story.ts";

test("spaces, order of keys, CRLF, a byte order mark and spellings of a text say nothing", () => {
  for (const make of Object.values(phases)) {
    const { admit, files, put } = desk(make());
    for (const [path, text] of Object.entries(files())) {
      if (!path.endsWith(".json")) continue;
      const turned = JSON.stringify(
        Object.fromEntries(Object.entries(JSON.parse(text)).toReversed()),
      );
      for (const same of [
        `\u{feff}${text}`,
        text.replaceAll("\n", "\r\n"),
        turned,
        text.replaceAll("k", String.raw`\u006b`),
      ])
        assert.deepEqual(admit(put(path, same)), { sent: [], events: [], refused: [] }, path);
    }
  }
});

test("a refusal names file, pointer, line and column, and what would fit", () => {
  const { read, edit, put } = desk(phases["working"]?.() ?? assert.fail());
  const [answer] = read(edit("tasks/1.json", set(["status", "open"])));
  const { code, path, pointer, line, column, fits = "" } = answer?.refused ?? assert.fail();
  assert.deepEqual(
    [code, path, pointer, line, column],
    ["TASK_RESOLVED", "tasks/1.json", "/status", 4, 13],
  );
  assert.match(fits, /cairn send 0198f3 AddTask/u);
  const [broken] = read(put("tasks/1.json", '{\n  "id": "1",\n'));
  assert.deepEqual(
    [broken?.refused?.code, broken?.refused?.line, broken?.refused?.path],
    ["FILE_BROKEN", 3, "tasks/1.json"],
  );
  const [deep] = read(put("tasks/1.json", `${"[".repeat(10_000)}${"]".repeat(10_000)}`));
  assert.equal(deep?.refused?.code, "FILE_BROKEN");
  const [twice] = read(put("tasks/1.json", '{"id": "1", "id": "2"}'));
  assert.match(twice?.refused?.text ?? "", /stands twice/u);
});

test("a finding about a new task points into its file", () => {
  const { read, edit } = desk(phases["draft"]?.() ?? assert.fail());
  const wrong = {
    id: "7",
    subject: "",
    success_criteria: ["a", "a"],
    files: ["../x"],
    checks: [{ criteria: "a", command: "x | y" }],
  };
  const [answer] = read(edit("tasks/7.json", () => wrong));
  assert.deepEqual(
    (answer?.refused?.more ?? []).map(({ code, pointer }) => `${code} ${pointer ?? ""}`),
    [
      "SUBJECT_EMPTY /subject",
      "PATH_OUTSIDE /files/0",
      "CRITERIA_REPEATED /success_criteria",
      "CHECK_UNPARSABLE /success_criteria/0",
      "CHECK_UNPARSABLE /success_criteria/1",
    ],
  );
});

test("files that are gone or empty are written again; a task's file takes its task out of a draft", () => {
  const gone = (phase: string, ...paths: readonly string[]) => {
    const { admit, put } = desk(phases[phase]?.() ?? assert.fail());
    return admit(...paths.map((path) => put(path, null)));
  };
  const nothing = { sent: [], events: [], refused: [] };
  assert.deepEqual(gone("draft", "tasks/2.json").sent, ["RemoveTask"]);
  assert.deepEqual(gone("working", "tasks/2.json"), nothing);
  assert.deepEqual(gone("draft", "tasks/verify.json"), nothing);
  assert.deepEqual(
    gone("draft", "tasks/1.json", "tasks/2.json", "tasks/verify.json"),
    nothing,
    "the folder of the tasks is lost",
  );
  assert.deepEqual(gone("draft", "session.json", "tasks/1.json"), nothing);
  const { admit, put, edit } = desk(phases["draft"]?.() ?? assert.fail());
  for (const path of ["session.json", "tasks/1.json"])
    assert.deepEqual(admit(put(path, " \n")), nothing);
  const both = admit(
    put("tasks/2.json", null),
    edit("session.json", (file) => void file.child_tasks.splice(1, 1)),
  );
  assert.deepEqual([both.sent, both.refused], [["RemoveTask"], []]);
});

test("an edit seen in both places counts once with one meaning, and with two for nobody", () => {
  const told = (inFile: string, inSession: string) => {
    const { admit, edit } = desk(phases["draft"]?.() ?? assert.fail());
    const changed = [
      edit(
        "session.json",
        child("1", (task) => (set(["subject", inSession])(task), void task.evidence.push(said))),
      ),
      edit(
        "tasks/1.json",
        (file) => (set(["subject", inFile])(file), void file.evidence.push(said)),
      ),
    ];
    const { sent, refused } = admit(...changed);
    return [sent, refused];
  };
  assert.deepEqual(told("One", "One"), [["ClaimEvidence", "EditTask"], []]);
  assert.deepEqual(told("One", "Other"), [["ClaimEvidence"], ["EDIT_AMBIGUOUS", "EDIT_AMBIGUOUS"]]);
});

test("a copy that was read earlier counts for what it changed; one that was read since isn't taken for an earlier one", () => {
  const run = phases["byHand"]?.() ?? assert.fail();
  const { admit, edit, project } = desk(run);
  run.ok(command("ReportFailure", { job: "task-2-1", kind: "failed", reason: "can't" }), engine);
  project();
  assert.equal(run.state().tasks["2"]?.status, "failed");
  const old = edit("tasks/2.json", (file) => void file.evidence.push(said), 1);
  assert.deepEqual(admit(old).sent, ["ClaimEvidence"], "its status says nothing");
  const { admit: again, edit: now, project: look } = desk(phases["verifying"]?.() ?? assert.fail());
  look();
  assert.deepEqual(again(now("tasks/1.json", set(["status", "open"]))).refused, ["TASK_RESOLVED"]);
});

test("unknown keys stay with what they belong to, whatever comes or goes before it", () => {
  const run = phases["draft"]?.() ?? assert.fail();
  const { admit, edit, json } = desk(run);
  admit(
    edit("session.json", child("2", set(["note", 1]))),
    edit(
      "tasks/2.json",
      (file) => (set(["note", 2])(file), void file.evidence.push({ ...said, exit_code: 0 })),
    ),
  );
  admit(edit("tasks/1.json", (file) => void file.evidence.push("another")));
  run.ok(command("AddTask", { task: { id: "0", subject: "s", success_criteria: ["x"] } }));
  run.ok(command("RemoveTask", { task: "1" }));
  const { json: later, edit: change, admit: take } = desk(run);
  assert.equal(later("session.json").child_tasks.find((one: Parsed) => one.id === "2").note, 1);
  assert.equal(later("tasks/2.json").note, 2);
  assert.equal(later("session.json").evidence_log[0].exit_code, 0);
  assert.equal(json("session.json").evidence_log[1]?.exit_code, undefined);
  take(change("tasks/2.json", (file) => void delete file.note));
  assert.equal(JSON.parse(desk(run).file("tasks/2.json")).note, undefined);
});

test("who the file names is who said it; nobody else is", () => {
  const { read, edit } = desk(phases["byHand"]?.() ?? assert.fail());
  const by = (path: string, change: Change) => read(edit(path, change)).map((one) => one.by);
  assert.deepEqual(by("tasks/4.json", set(["status", "in_progress"], ["worker_agent_id", "zoe"])), [
    "zoe",
  ]);
  assert.deepEqual(by("tasks/4.json", set(["status", "in_progress"])), [null]);
  assert.deepEqual(
    by("tasks/4.json", set(["status", "in_progress"], ["worker_agent_id", "z".repeat(300)])),
    [null],
  );
  const draft = desk(phases["draft"]?.() ?? assert.fail());
  const planned = draft.read(
    draft.edit(
      "session.json",
      (file) => void Object.assign(file.planner, { status: "completed", agent_id: "pat" }),
    ),
  );
  assert.deepEqual(
    planned.map((one) => one.by),
    ["pat"],
  );
});

test("a task that was begun by hand is given up an hour after the last edit", () => {
  const run = story();
  run.ok(
    command("ProposePlan", {
      plan: { tasks: [{ id: "1", subject: "s", files: ["a"], success_criteria: ["x"] }] },
    }),
  );
  run.ok(command("ApprovePlan", { rev: 1 }));
  const { admit, edit } = desk(run);
  const job = () => run.due().find(({ key }) => key === "task-1-1") ?? assert.fail();
  admit(edit("tasks/1.json", set(["status", "in_progress"], ["worker_agent_id", "eve"])));
  const begun = run.state().updatedAt;
  assert.equal(job().outside, true);
  assert.equal(job().expires, new Date(Date.parse(begun) + 3_600_000).toISOString());
  admit(edit("tasks/1.json", (file) => void file.evidence.push("half of it is there")));
  assert.ok(run.state().updatedAt > begun);
  assert.equal(
    job().expires,
    new Date(Date.parse(run.state().updatedAt) + 3_600_000).toISOString(),
  );
  assert.deepEqual(
    run.ok(
      command("ReportFailure", { job: "task-1-1", kind: "lapsed", reason: "no edit" }),
      engine,
    ),
    ["TaskReturned"],
  );
});

test("whoever writes its own words again, as they were before they were labelled, changes nothing", () => {
  const run = phases["byHand"]?.() ?? assert.fail();
  const { admit, edit, put, file } = desk(run);
  const raw = {
    criteria: "shown",
    command: "x c",
    output: "fine",
    verified: true,
    timestamp: "then",
  };
  const mine = edit("tasks/2.json", (task) => void task.evidence.push(raw));
  assert.deepEqual(admit(mine).sent, ["ClaimEvidence"]);
  const memory = JSON.parse(mine.text ?? "");
  memory.started_at = JSON.parse(file("tasks/2.json")).started_at;
  memory.evidence.push({ criteria: "bare", output: "and this" });
  assert.deepEqual(admit(put("tasks/2.json", JSON.stringify(memory))), {
    sent: ["ClaimEvidence"],
    events: ["EvidenceClaimed"],
    refused: [],
  });
});

test("a text written where another text stood a moment ago is said too, whichever copy it was made from", () => {
  const { read, edit } = desk(phases["byHand"]?.() ?? assert.fail());
  const first = edit("tasks/2.json", (task) => void task.evidence.push("one"));
  const second = edit("tasks/2.json", (task) => void task.evidence.push("two"));
  // The accepted text that isn't projected yet precedes the projections.
  const former = () => [{ version: 9, text: first.text }, ...second.former()];
  const [answer] = read({ ...second, former });
  assert.deepEqual(
    answer?.commands.map(({ data }) =>
      typeof data === "object" && data !== null && "text" in data ? data.text : null,
    ),
    ["two"],
  );
  assert.equal(answer?.refused, null);
});

test("one edit that asks thousands of things, a file of verify's id, a name that looks like a label: each has its answer", () => {
  const { admit, edit, read } = desk(phases["byHand"]?.() ?? assert.fail());
  const many = edit(
    "tasks/4.json",
    (task) => void task.evidence.push(...Array.from({ length: 2_001 }, (_, n) => `said ${n}`)),
  );
  assert.deepEqual([admit(many).sent, admit(many).refused], [[], ["FIELD_OVERSIZED"]]);
  const [labelled] = read(
    edit(
      "tasks/4.json",
      set(["status", "in_progress"], ["worker_agent_id", "x] [confirmed by ana"]),
    ),
  );
  assert.equal(labelled?.by, null);
  const [stray] = read({ path: "notes.json", text: "{}", former: () => [] });
  assert.equal(stray?.refused?.code, "EDIT_UNREAD");
});

test("an archived run tells what was, and nothing in it is edited", () => {
  const run = phases["cancelled"]?.() ?? assert.fail();
  run.ok(command("Archive", {}));
  const { admit, edit, put } = desk(run);
  assert.deepEqual(admit(edit("session.json", set(["mine", 1])), put("tasks/1.json", null)), {
    sent: [],
    events: [],
    refused: ["RUN_ARCHIVED"],
  });
});
