// Tests of the stigmergy state file against the published schema: keys, order and words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import { write } from "../../src/protocols/stigmergy/files.ts";
import { misfits } from "../formats/fits.ts";
import {
  changed,
  command,
  type Free,
  json,
  recordOn,
  sound,
  takeOver,
} from "../formats/stigmergy-files.ts";
import { fileSchemas } from "../../src/protocols/stigmergy/files/schemas.ts";

type Field = { readonly path: string; readonly key: string; readonly words: readonly string[] };

/** The seed's list: each key below the one that is indented less, with the words that it may hold. */
const seedFields = (): readonly Field[] => {
  const text = readFileSync(
    join(import.meta.dirname, "fixtures", "stigmergy", "schema.md"),
    "utf8",
  );
  const above: { readonly indent: number; readonly key: string }[] = [];
  const fields: { path: string; key: string; words: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [, blanks = "", key, kind = ""] =
      /^( *)- +(?:\*\*)?`(\w+)`(?:\*\*)? \(([^)]*)\)/u.exec(line) ?? [];
    const [, status] = /^ *- +`([A-Z_]+)`:/u.exec(line) ?? [];
    if (status !== undefined) fields.at(-1)?.words.push(status);
    if (key === undefined) continue;
    while ((above.at(-1)?.indent ?? -1) >= blanks.length) above.pop();
    const path = above.map((one) => one.key).join("/");
    const words = kind.startsWith("Enum")
      ? [...kind.matchAll(/"(\w+)"/gu)].map(([, word = ""]) => word)
      : [];
    fields.push({ path, key, words });
    above.push({ indent: blanks.length, key });
  }
  return fields;
};

const fields = seedFields();
/** Every object of a document by the keys that lead to it, list places left out. */
const objects = (
  value: unknown,
  path: readonly string[] = [],
): readonly (readonly [string, Readonly<Record<string, unknown>>])[] => {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => objects(item, path));
  if (!isRecord(value)) return [];
  return [
    [path.join("/"), value],
    ...Object.entries(value).flatMap(([key, inner]) => objects(inner, [...path, key])),
  ];
};

test("the seed's list is read whole", () => {
  assert.equal(fields.length, 26);
  assert.deepEqual(
    fields.filter(({ words }) => words.length > 0).map(({ key, words }) => [key, words.length]),
    [
      ["autonomy_mode", 2],
      ["project_status", 6],
      ["status", 3],
      ["status", 5],
      ["status", 4],
    ],
  );
});

test("every object has the seed's keys in the seed's order, and no other", () => {
  const { file } = takeOver(sound());
  const seen = new Set<string>();
  for (const [path, object] of objects(file)) {
    seen.add(path);
    assert.deepEqual(
      Object.keys(object),
      fields.filter((field) => field.path === path).map(({ key }) => key),
      path,
    );
  }
  assert.deepEqual([...seen].sort(), [
    "",
    "history",
    "issue_log",
    "project_manifest",
    "project_manifest/epics",
    "project_manifest/epics/stories",
  ]);
});

test("every word of the seed is written as it is, and the published schema knows those words alone", () => {
  const schema = JSON.stringify(fileSchemas[0]?.schema());
  for (const { path, key, words } of fields) {
    for (const word of words) assert.ok(schema.includes(`"${word}"`), word);
    for (const [at, object] of objects(takeOver(sound()).file))
      if (at === path && words.length > 0)
        assert.ok(words.includes(String(object[key])), `${path}/${key}: ${String(object[key])}`);
  }
});

test("after start the file is the original's first text, key for key", () => {
  const { state, log } = recordOn(
    [],
    null,
    command("Start", { goal: "Sell plants", name: "Seed shop", run: "run-1", root: "/r/shop" }),
  );
  assert.equal(
    write(state, log)["state.json"],
    json({
      schema_version: "2.0",
      project_name: "Seed shop",
      autonomy_mode: "supervised",
      project_status: "NEEDS_BRIEFING",
      system_signal: "INIT",
      project_manifest: { epics: [] },
      history: [
        {
          timestamp: "2026-05-02T10:00:00.000Z",
          agent_id: "saul",
          signal: "INIT",
          summary: "Project initialized. State file created.",
          files_modified: [".ai/state.json"],
        },
      ],
      issue_log: [],
    }),
  );
  assert.deepEqual(Object.keys(write(state, log)), ["state.json"]);
});

test("an adopted file comes out byte for byte, with one entry more", () => {
  const document = changed((state) => {
    state.team = { lead: "ana", tags: [] };
    state.project_manifest.notes = ["a", { b: null }];
    state.project_manifest.epics[0].colour = "green";
    state.project_manifest.epics[0].stories[1].agent = "victor";
    state.history[1].session = { n: 1 };
    state.issue_log[0].severity = 2;
  });
  const { text, state } = takeOver(document);
  const last = JSON.parse(text).history.at(-1);
  assert.equal(last.signal, "PROJECT_ADOPTED");
  const expected = changed((state) => {
    state.history.push(last);
  }, structuredClone(document));
  assert.equal(text, json(expected));
  assert.equal(state.epics[0]?.stories[1]?.builder, "victor");
  assert.deepEqual(misfits(fileSchemas[0]?.schema(), JSON.parse(text)), []);
});

test("what is written of strings and numbers is what stood there, to the letter", () => {
  const text = json(sound())
    .replace("é", "\\u00e9")
    .replace('"schema_version"', '"budget": 1.50,\r\n"schema_version"')
    .replace('"agent_id": "james"', '"n": [1e3, -0.0], "agent_id": "james"');
  const { text: written } = takeOver(`\u{feff}${text}`);
  for (const part of [
    "\\u00e9",
    '\n  "budget": 1.50\n}',
    '"n": [\n        1e3,\n        -0.0\n      ]',
  ])
    assert.ok(written.includes(part), part);
  assert.ok(!written.includes("\r") && !written.includes("\u{feff}"));
});

test("a longer log goes on from the text of a shorter one, and an earlier one is still told", () => {
  const begun = recordOn(
    [],
    null,
    command("Start", { goal: "g", name: "n", run: "r", root: "/r" }),
  );
  let { log, state } = begun;
  const texts: (string | undefined)[] = [];
  const logs: (typeof log)[] = [];
  for (let minute = 1; minute <= 5; minute += 1) {
    const at = `2026-05-02T10:0${minute}:00.000Z`;
    const told = command("RecordAction", {
      agent: "james",
      summary: `step ${minute}`,
      files: ["b", "a"],
      extras: [["k", "[1]"]],
    });
    ({ log, state } = recordOn(log, state, told, { at, by: { kind: "person", name: "ana" } }));
    logs.push(log);
    texts.push(write(state, log)["state.json"]);
  }
  const afresh = (events: typeof log): Free =>
    JSON.parse(
      write(
        state,
        events.map((event) => ({ ...event })),
      )["state.json"] ?? "",
    ).history;
  for (const [index, events] of logs.entries()) {
    assert.deepEqual(
      JSON.parse(write(state, events)["state.json"] ?? "").history,
      afresh(events),
      `log ${index}`,
    );
    assert.deepEqual(JSON.parse(texts[index] ?? "").history, afresh(events));
  }
  const [, second] = afresh(logs[0] ?? []);
  assert.deepEqual(Object.keys(second), [
    "timestamp",
    "agent_id",
    "signal",
    "summary",
    "files_modified",
    "k",
  ]);
  assert.deepEqual(second.files_modified, ["b", "a"], "others' paths stand as they were given");
});
