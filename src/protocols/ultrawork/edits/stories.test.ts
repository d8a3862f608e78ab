// Tests of hand edits as they come: claims from memory, tasks told twice, plans by files, old copies, forgeries.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  child,
  codesOf,
  desk,
  type Free,
  fresh,
  inAll,
  push,
  said,
  set,
  states,
} from "../../../../test/fixtures/ultrawork-folder.ts";

const nothing = { sent: [], data: [], no: [], refused: [] };

test("what the engine itself would write as well, and files that are gone or empty, say nothing", async () => {
  for (const name of Object.keys(states)) {
    const { admit, files, put } = desk(name);
    for (const [path, text] of Object.entries(files())) {
      const turned = Object.fromEntries(Object.entries(JSON.parse(text)).toReversed());
      for (const same of [
        null,
        " \n",
        `\u{feff}${text}`,
        text.replaceAll("\n", "\r\n"),
        JSON.stringify(turned),
      ])
        assert.deepEqual(await admit(put(path, same)), nothing, `${name} ${path}`);
    }
  }
});

test("a claim keeps its words, its author and its unknown keys, in both lists", async () => {
  const { admit, edit, json } = desk("working");
  const noted = { ...said, exit_code: 0 };
  const { data } = await admit(edit("tasks/2.json", push("evidence", noted)));
  assert.deepEqual(data, [
    {
      unit: "2",
      criterion: "bare",
      text: "done",
      command: "x b",
      extras: [["exit_code", "0"]],
    },
  ]);
  assert.deepEqual(json("tasks/2.json").evidence, [
    {
      criteria: "bare",
      command: "x b",
      output: "[claim by eve] done",
      verified: false,
      timestamp: "2026-01-08T12:00:00Z",
      exit_code: 0,
    },
  ]);
  const entry = { task_id: "2", criteria: 1, type: "manual", content: "seen", by: { a: 1 } };
  await admit(edit("session.json", push("evidence_log", entry)));
  const [, bare, shown] = json("session.json").evidence_log;
  assert.deepEqual([bare.exit_code, shown.criteria, shown.by], [0, "shown", { a: 1 }]);
  await admit(edit("tasks/2.json", (file) => void (file.evidence[1].exit_code = 1)));
  assert.equal(json("tasks/2.json").evidence[1].exit_code, 1);
  await admit(edit("session.json", (file) => void delete file.evidence_log[1].exit_code));
  assert.equal(json("session.json").evidence_log[1].exit_code, undefined);
});

test("whoever writes its own words again, from memory or from an old copy, adds nothing", async () => {
  const { admit, edit, put, json } = desk("working");
  const raw = { ...said, output: `done ${"x".repeat(3_000)}` };
  const mine = edit("tasks/2.json", push("evidence", raw, "I saw it"));
  const old = edit("tasks/2.json", push("evidence", raw, "I saw it"));
  assert.deepEqual((await admit(mine)).sent, ["ClaimEvidence", "ClaimEvidence"]);
  assert.deepEqual(await admit(put("tasks/2.json", mine.text)), nothing, "from memory");
  assert.deepEqual(await admit(old), nothing, "read before");
  const told = { task_id: "2", criteria: "bare", type: "command_output", content: raw.output };
  assert.deepEqual(await admit(edit("session.json", push("evidence_log", told))), nothing);
  assert.equal(json("session.json").evidence_log.length, 3);
});

test("a task edited in both places counts once, and its own file wins", async () => {
  const { admit, edit, now } = desk("draft");
  const both = await admit(
    edit("session.json", (file) => {
      child("1", { subject: "In the session", complexity: "simple" })(file);
      child("1", { evidence: [said], blocked_by: ["4"] })(file);
      push("child_tasks", { ...fresh, subject: "Less" })(file);
    }),
    edit("tasks/1.json", inAll(set({ subject: "In its file" }), push("evidence", said))),
    edit("tasks/7.json", () => fresh),
  );
  assert.deepEqual(both.sent, ["SetUnits", "ClaimEvidence", "SetUnits", "SetUnits", "KeepExtras"]);
  assert.deepEqual(both.refused, []);
  const [one] = now().units.filter(({ id }) => id === "1");
  assert.deepEqual([one?.title, one?.after], ["In its file", ["4"]]);
  assert.equal(now().units.find(({ id }) => id === "7")?.title, "More");
  const begun = desk("working");
  const begins = await begun.admit(
    begun.edit("session.json", child("4", { status: "in_progress" })),
    begun.edit("tasks/4.json", set({ status: "resolved" })),
  );
  assert.deepEqual(begins.sent, ["BeginJob", "ReportDone"]);
});

test("story 10: writers with old copies: what the engine saw stands once", async () => {
  const { admit, edit, json } = desk("empty");
  const found = (n: number) =>
    edit(
      "context.json",
      inAll(
        push("explorers", { id: `e-${n}`, hint: `h${n}`, summary: `found ${n}`, mine: n }),
        push("key_files", `src/${n}.ts`, "src/all.ts"),
      ),
    );
  const [one, two] = [found(1), found(2)];
  await admit(one);
  const again = {
    ...two,
    before: JSON.stringify(json("context.json")),
  };
  assert.deepEqual((await admit(again)).sent, ["RecordExploration", "KeepExtras"]);
  const { explorers, key_files: files } = json("context.json");
  assert.deepEqual(
    explorers.map(({ id, mine }: Free) => [id, mine]),
    [
      ["e-1", 1],
      ["e-2", 2],
    ],
  );
  assert.deepEqual(files, ["src/1.ts", "src/all.ts", "src/2.ts"]);
});

test("story 11: a plan by files is proposed and waits; edited, it is the next revision; a ring is told whole", async () => {
  const { admit, edit, json, now } = desk("empty");
  const made = (id: string, after: readonly string[] = []) => ({
    ...fresh,
    id,
    blocked_by: after,
    checks: [{ criteria: "x", command: "npm test" }],
  });
  const all = await admit(
    edit("session.json", set({ phase: "EXECUTION" })),
    edit("tasks/2.json", () => made("2", ["1"])),
    edit("tasks/1.json", () => made("1")),
    edit("tasks/verify.json", set({ blocked_by: ["1", "2"] })),
  );
  assert.deepEqual(all.sent, ["SetUnits", "SetUnits", "ProposePlan"]);
  assert.deepEqual(all.refused, ["SENDER_WRONG"]);
  assert.equal(json("session.json").phase, "PLANNING");
  await admit(
    edit("session.json", inAll(child("1", { subject: "A" }), child("2", { subject: "B" }))),
  );
  assert.deepEqual([now().plan.state, now().plan.rev], ["proposed", 2]);

  const run = desk("empty");
  const ring = await run.read(
    run.edit("tasks/1.json", () => made("1", ["2"])),
    run.edit("tasks/2.json", () => made("2", ["1"])),
    run.edit("tasks/x.json", () => made("../x")),
    run.edit("session.json", set({ phase: "EXECUTION" })),
  );
  const last = ring.at(-1)?.refused ?? assert.fail();
  assert.deepEqual(
    [last.path, codesOf(last)],
    ["session.json", ["UNIT_MALFORMED", "GRAPH_CYCLIC"]],
  );
});

test("a refusal names file, pointer and line, and a person what to do", async () => {
  const { read, edit, put } = desk("working");
  const [answer] = await read(edit("tasks/1.json", set({ status: "open" })));
  const { code, path, pointer, line } = answer?.refused ?? assert.fail();
  assert.deepEqual([code, path, pointer, line], ["STATUS_BACKWARD", "tasks/1.json", "/status", 4]);
  const [broken] = await read(put("tasks/1.json", '{\n  "id": "1",\n'));
  assert.deepEqual([broken?.refused?.code, broken?.refused?.line], ["FILE_BROKEN", 3]);
  const [stray] = await read(put("notes.json", "{}"));
  assert.equal(stray?.refused?.code, "EDIT_UNREAD");
  const draft = desk("draft");
  const wrong = { ...fresh, subject: "", checks: [{ criteria: "x", command: "a | b" }] };
  const [task7] = await draft.read(draft.edit("tasks/7.json", () => wrong));
  assert.equal(task7?.refused?.pointer, "/subject");
  const [waiting] = await draft.read(draft.edit("session.json", set({ phase: "EXECUTION" })));
  assert.match(waiting?.refused?.fits ?? "", /approve-1/u);
  const lost = desk("lost");
  const [stuck] = await lost.read(lost.edit("tasks/4.json", set({ status: "open" })));
  assert.match(stuck?.refused?.fits ?? "", /stuck-4/u);
  const [open] = await draft.read(draft.edit("session.json", set({ phase: "VERIFICATION" })));
  assert.match(open?.refused?.text ?? "", /1 \(open\), 2 \(open\)/u);
});

test("who the file names said it; a name that looks like a label is nobody's", async () => {
  const { read, edit } = desk("working");
  const by = async (name: string) =>
    (await read(edit("tasks/4.json", set({ status: "in_progress", worker_agent_id: name }))))[0]
      ?.by;
  assert.deepEqual([await by("zoe"), await by("x] [confirmed by ana")], ["zoe", null]);
});

test("free documents ask nothing; an archived run is not edited; an edit of thousands is none", async () => {
  const { admit, edit, put, append } = desk("working");
  assert.deepEqual(await admit(put("design.md", "x")), nothing);
  const many = Array.from({ length: 2_001 }, (_, n) => `said ${n}`);
  const answer = await admit(edit("tasks/2.json", push("evidence", ...many)));
  assert.deepEqual([answer.sent, answer.refused], [[], ["FIELD_OVERSIZED"]]);
  append([
    { type: "RunCancelled", data: { reason: "" } },
    { type: "RunArchived", data: {} },
  ]);
  const archived = await admit(edit("session.json", set({ mine: 1 })), put("tasks/1.json", null));
  assert.deepEqual([archived.sent, archived.refused], [[], ["RUN_ARCHIVED"]]);
});
