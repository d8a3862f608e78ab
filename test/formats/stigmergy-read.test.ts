// Tests of adopting stigmergy state files: history word for word, nothing proved by the file itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { read } from "../../src/protocols/stigmergy/read/read.ts";
import { standing } from "../../src/protocols/stigmergy/summary.ts";
import { waitingGates } from "../../src/protocols/stigmergy/gates.ts";
import {
  changed,
  command,
  foundOf,
  type Free,
  json,
  person,
  readOf,
  recordOn,
  refusal,
  sound,
  type Taken,
  takeOver,
} from "./stigmergy-files.ts";

const types = ({ log }: Pick<Taken, "log">): readonly string[] => log.map(({ type }) => type);
const codes = ({ adopted }: Taken): readonly string[] =>
  adopted.corrections.map((one) => one.slice(0, one.indexOf(":"))).toSorted();
const stories = (document: Free): Free[] =>
  document.project_manifest.epics.flatMap((epic: Free) => epic.stories);
const statuses = ({ file }: Taken): readonly string[] => stories(file).map(({ status }) => status);

const docs = {
  "docs/brief.md": "# Brief\n",
  "docs/prd.md":
    "## Epic 1: Catalogue\n### Story 1.1: List plants\n#### Acceptance Criteria\n- all are listed\n### Story 1.2: Show a plant\n#### Acceptance Criteria\n1. name\n2. price\n",
  "docs/architecture.md": "# A\n",
  "docs/architecture/coding-standards.md": "# C\n",
  "docs/architecture/qa-protocol.md": "# QA\n- **Command:** `npm test`\n",
  "docs/stories/1.1.story.md": "# Story 1.1: List plants\n## Acceptance Criteria\n- every plant\n",
};

test("a file in the seed's form goes on as it stands: documents by digest, checks proposed, its gate waits", () => {
  const taken = takeOver(sound(), { docs });
  const { state } = taken;
  assert.deepEqual(taken.adopted.corrections, []);
  assert.deepEqual(types(taken), ["ProjectAdopted"]);
  assert.deepEqual(statuses(taken), ["COMPLETE", "IN_PROGRESS", "PENDING"]);
  assert.deepEqual(Object.keys(state.pinned ?? {}).length, 5);
  assert.deepEqual(
    [state.checks, state.proposedChecks.map(({ argv }) => argv)],
    [null, [["npm", "test"]]],
  );
  assert.deepEqual(waitingGates(state), ["blueprint"]);
  const [first, second, third] = state.epics.flatMap((epic) => epic.stories);
  assert.deepEqual(
    [first?.settledBy, first?.criteria, first?.file?.path],
    ["adopted", ["every plant"], "docs/stories/1.1.story.md"],
  );
  assert.deepEqual(
    [second?.criteria, third?.criteria],
    [["name", "price"], []],
    "from the requirements, else none: a person accepts",
  );
  assert.deepEqual(
    [state.lastAt, state.entries, state.status],
    [person.at, 3, "EXECUTION_IN_PROGRESS"],
  );
  assert.deepEqual(
    state.recent.slice(0, 2).map(({ at }) => at),
    ["2025-07-01T09:00:00.000Z", "2025-07-02T09:00:00.000Z"],
  );
});

test("autonomous, its blueprint is passed by rule", () => {
  const taken = takeOver(
    changed((state) => void (state.autonomy_mode = "autonomous")),
    { docs },
  );
  assert.deepEqual(types(taken), ["ProjectAdopted", "GatePassed"]);
  assert.equal(taken.state.checks?.length, 1);
});

test("the less finished reading wins, and says so", () => {
  const cases: readonly (readonly [(state: Free) => void, string, string, readonly string[]])[] = [
    [
      (state) => void (state.project_status = "PROJECT_COMPLETE"),
      "EXECUTION_IN_PROGRESS",
      "supervised",
      ["STATUS_DERIVED"],
    ],
    [
      (state) =>
        void ((state.project_status = "READY_FOR_EXECUTION"), (state.project_manifest.epics = [])),
      "NEEDS_PLANNING",
      "supervised",
      ["STATUS_DERIVED"],
    ],
    [
      (state) => void (state.project_manifest.epics[0].status = "COMPLETE"),
      "EXECUTION_IN_PROGRESS",
      "supervised",
      ["EPIC_DERIVED"],
    ],
    [
      (state) => void (stories(state)[2].status = "IN_PROGRESS"),
      "EXECUTION_IN_PROGRESS",
      "supervised",
      ["EPIC_DERIVED", "STORY_CROWDED"],
    ],
    [
      (state) => void state.issue_log[0].history_ref.push("2025-01-01T00:00:00Z"),
      "EXECUTION_IN_PROGRESS",
      "supervised",
      ["REFERENCE_DANGLING"],
    ],
  ];
  for (const [by, status, mode, expected] of cases) {
    const taken = takeOver(changed(by), { docs });
    assert.deepEqual(
      [taken.file.project_status, taken.file.autonomy_mode, codes(taken)],
      [status, mode, expected],
    );
    assert.match(taken.file.history.at(-1).summary, /Taken over as found, with \d corrections?: /u);
  }
});

test("a FAILED story without an issue gets one, and one with an issue none", () => {
  const taken = takeOver(changed((state) => void (stories(state)[1].status = "FAILED")));
  assert.deepEqual(types(taken), ["ProjectAdopted", "IssueOpened"]);
  assert.deepEqual(
    [taken.file.issue_log[1].issue_id, codes(taken)],
    ["ISSUE-002", ["ISSUE_MISSING"]],
  );
  const known = takeOver(
    changed((state) => {
      stories(state)[1].status = "FAILED";
      Object.assign(state.issue_log[0], { status: "OPEN", summary: "it broke", story_id: "1.2" });
    }),
  );
  assert.deepEqual(
    [types(known), known.state.issues[0]?.subject],
    [["ProjectAdopted"], "story:1.2"],
  );
  const warned = (status: "FAILED" | "PENDING"): boolean =>
    standing({
      ...taken.state,
      epics: taken.state.epics.map((epic) => ({
        ...epic,
        stories: epic.stories.map((story) => ({ ...story, status })),
      })),
    }).some((text) => text.startsWith("ISSUE_MISSING"));
  assert.deepEqual(
    [warned("FAILED"), warned("PENDING")],
    [true, false],
    "what was settled since is no warning any more",
  );
});

test("a story that was found approved without a criterion takes those of its file, through its gate", () => {
  const files = {
    "docs/stories/1.2.story.md": "# Story 1.2: Show\n## Acceptance Criteria\n- its price\n",
  };
  for (const [gates, waits] of [
    [["blueprint"], false],
    [["blueprint", "story"], true],
  ] as const) {
    const found = takeOver(
      changed((state) => void (stories(state)[1].status = "APPROVED")),
      { convert: true, settings: { gates } },
    );
    const { state, log } = recordOn(
      found.log,
      found.state,
      command("RecordStoryFile", { story: "1.2" }, files),
      {
        ...person,
        by: { kind: "file", name: "sm" },
      },
    );
    const story = state.epics[0]?.stories[1];
    assert.deepEqual(
      [story?.criteria, story?.approved, waitingGates(state).includes("story:1.2")],
      [["its price"], !waits, waits],
    );
    assert.deepEqual(types({ log }).slice(-2).includes("GatePassed"), !waits);
  }
});

test("a halt stands, and behind it what the manifest bears out", () => {
  const halted = takeOver(changed((state) => void (state.project_status = "EXECUTION_HALTED")));
  assert.deepEqual(
    [halted.state.status, halted.state.halted?.from],
    ["EXECUTION_HALTED", "EXECUTION_IN_PROGRESS"],
  );
  const early = takeOver(
    changed(
      (state) =>
        void ((state.project_status = "EXECUTION_HALTED"), (state.project_manifest.epics = [])),
    ),
  );
  assert.deepEqual([early.state.halted?.from, early.state.pinned], ["NEEDS_PLANNING", null]);
});

test("history stays word for word; what is odd in it is told, and new entries follow its latest time", () => {
  const document = changed((state) => {
    state.history.push(
      { ...state.history[1], timestamp: "2031-01-01T00:00:00+01:00", signal: "WOBBLE" },
      { ...state.history[0] },
      "a word",
    );
    state.history.push({ ...state.history[0], timestamp: "yesterday" });
  });
  const taken = takeOver(document);
  const { history } = taken.file;
  assert.deepEqual(history.slice(0, 4), document.history.slice(0, 4));
  assert.deepEqual(
    [history[4].signal, history[4].summary, history[4].timestamp],
    ["UNREADABLE", '"a word"', ""],
  );
  assert.equal(history[5].timestamp, "yesterday");
  assert.deepEqual(codes(taken), [
    "ENTRY_UNREADABLE",
    "HISTORY_DISORDERED",
    "SIGNAL_UNKNOWN",
    "TIMESTAMP_INVALID",
  ]);
  assert.equal(history.at(-1).timestamp, "2030-12-31T23:00:00.001Z");
});

test("what can't be read is refused with its place, and is never a new project (acceptance 2)", () => {
  const text = json(sound());
  const cases: readonly (readonly [Free, string, string | undefined])[] = [
    ["", "FILE_BROKEN", undefined],
    [text.slice(0, text.length / 2), "FILE_BROKEN", undefined],
    ["[]", "TYPE_WRONG", ""],
    [changed((state) => void (state.history = {})), "TYPE_WRONG", "/history"],
    [
      changed((state) => void (stories(state)[1].story_id = "1.1")),
      "MANIFEST_INVALID",
      "/project_manifest/epics",
    ],
    [
      changed((state) => void (stories(state)[1].story_id = "../1")),
      "MANIFEST_INVALID",
      "/project_manifest/epics/0/stories/1/story_id",
    ],
    [
      changed((state) => void (state.project_manifest.epics[1].epic_id = 1)),
      "MANIFEST_INVALID",
      "/project_manifest/epics",
    ],
    [
      json(sound()).replace('"epic_id": 2', '"epic_id": 1e999'),
      "MANIFEST_INVALID",
      "/project_manifest/epics/1/epic_id",
    ],
    [
      changed((state) => void state.issue_log.push(state.issue_log[0])),
      "ISSUE_DUPLICATE",
      "/issue_log/1",
    ],
    [
      changed((state) => void (state.project_status = "SHIPPING")),
      "VALUE_UNKNOWN",
      "/project_status",
    ],
    [
      changed((state) => void (stories(state)[1].status = "Dropped")),
      "VALUE_UNKNOWN",
      "/project_manifest/epics/0/stories/1/status",
    ],
    [
      changed((state) => void delete stories(state)[1].title),
      "KEY_MISSING",
      "/project_manifest/epics/0/stories/1",
    ],
    [changed((state) => void delete state.project_manifest), "KEY_MISSING", ""],
    [
      changed((state) => void (state.project_name = "x".repeat(201))),
      "FIELD_OVERSIZED",
      "/project_name",
    ],
    [changed((state) => void (state.schema_version = "4.0")), "SCHEMA_UNKNOWN", "/schema_version"],
    [changed((state) => void delete state.schema_version), "SCHEMA_UNKNOWN", ""],
    [{ project_id: "p", project_name: "n", ledger: [], project_status: "X" }, "SCHEMA_UNKNOWN", ""],
    [changed((state) => void (state.schema_version = "3.1")), "SCHEMA_UNKNOWN", "/schema_version"],
  ];
  for (const [document, code, pointer] of cases)
    for (const convert of [false, true]) {
      const refused = refusal(document, convert);
      assert.deepEqual([refused.code, refused.path], [code, "state.json"], JSON.stringify(refused));
      assert.ok(
        (refused.line ?? 0) >= 1 && (refused.column ?? 0) >= 1 && refused.fits !== undefined,
      );
      if (pointer !== undefined) assert.equal(refused.pointer, pointer);
    }
});

test("all that is wrong is told at once", () => {
  const { more = [] } = refusal(
    changed((state) => {
      state.project_status = 3;
      stories(state)[0].status = "x";
    }),
  );
  assert.deepEqual(
    more.map(({ code }) => code),
    ["VALUE_UNKNOWN", "TYPE_WRONG"],
  );
});

test("a folder of others is none of ours, and one elsewhere says where it belongs", () => {
  assert.equal(read(foundOf(null)), null);
  assert.equal(
    read(
      foundOf(json({ phase: "plan", mode: "development", tasks: {} }), {
        folder: "/r/.claude/iterative/x",
      }),
    ),
    null,
  );
  assert.equal(read(foundOf("{", { folder: "/r/other" })), null);
  const elsewhere = read(foundOf(json(sound()), { folder: "/r/.ai/archive/seed-shop-20260101" }));
  assert.ok(isRefusal(elsewhere));
  assert.equal(elsewhere.code, "PLACE_UNFIT");
  const unread = read(
    foundOf(null, { unread: [{ path: "state.json", why: "it is no UTF-8 text" }] }),
  );
  assert.ok(isRefusal(unread));
  assert.equal(unread.code, "FILE_BROKEN");
});

test("unknown keys beyond what may be kept are put aside, not lost in silence", () => {
  const { adopted, file } = takeOver(
    changed((state) => void Object.assign(state, { blob: "x".repeat(70_000), small: 1 })),
  );
  assert.match(adopted.quarantined[0]?.why ?? "", /^FIELD_OVERSIZED/u);
  assert.ok((adopted.quarantined[0]?.text ?? "").startsWith("blob: ") && file.blob === undefined);
});

test("read changes nothing of what it is given", () => {
  const document = sound();
  const before = json(document);
  readOf(document);
  assert.equal(json(document), before);
});
