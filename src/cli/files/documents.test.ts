// Tests of the published schemas: they accept the program's own files and refuse broken ones.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { isRecord } from "../../core/json/record.ts";
import { ultrawork } from "../../protocols/ultrawork/index.ts";
import { documents } from "./documents.ts";

const stories = join(import.meta.dirname, "../../../test/golden/stories");
const all = await documents([ultrawork]);
const schema = (name: string): z.ZodType => {
  const found = all.find((document) => document.name === name);
  assert.ok(found !== undefined, name);
  return z.fromJSONSchema(found.schema());
};
const files = readdirSync(stories, { recursive: true, encoding: "utf8" }).map((file) =>
  file.replaceAll("\\", "/"),
);
const read = (file: string): unknown => JSON.parse(readFileSync(join(stories, file), "utf8"));

const kinds: readonly (readonly [string, RegExp, string])[] = [
  ["ultrawork/session.json", /(^|\/)session\.json$/, "goal"],
  ["ultrawork/context.json", /(^|\/)context\.json$/, "explorers"],
  ["ultrawork/tasks/<id>.json", /(^|\/)tasks\/[^/]+\.json$/, "id"],
];

for (const [name, path, key] of kinds)
  test(`${name}: every file of the golden stories fits, and one that lost a key doesn't`, () => {
    const fits = schema(name);
    const own = files.filter((file) => path.test(file));
    assert.ok(own.length > 0);
    for (const file of own) {
      const value = read(file);
      assert.deepEqual(fits.safeParse(value).error?.issues ?? [], [], file);
      assert.ok(isRecord(value));
      const { [key]: _, ...less } = value;
      assert.equal(fits.safeParse(less).success, false, file);
    }
  });

test("cairn.config.json: what init writes fits, a misspelt key doesn't", () => {
  const fits = schema("cairn/config");
  const agent = { driver: "command", argv: ["a", ["--model", "{tier}"]], env: { A: "b" } };
  const config = {
    runner: { agents: 2 },
    agents: { mine: agent },
    roles: { "*": "mine" },
    ultrawork: { auto: true },
  };
  assert.equal(fits.safeParse(config).success, true);
  for (const bad of [
    { rolse: {} },
    { agents: { mine: { argv: [] } } },
    { runner: { agents: 0 } },
    [],
  ])
    assert.equal(fits.safeParse(bad).success, false);
});

test("no two documents share a name, and each has a schema that JSON can hold", () => {
  const names = all.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const document of all)
    assert.deepEqual(
      JSON.parse(JSON.stringify(document.schema())),
      document.schema(),
      document.name,
    );
});

test("every command says what it means and offers no field that only the engine fills", async () => {
  const messages = ultrawork.messages;
  for (const { type, means, json } of messages) {
    assert.match(means, /^[A-Z].*\.$/, type);
    const properties = json?.()["properties"];
    assert.ok(isRecord(properties), type);
  }
  const offered = (type: string): readonly string[] =>
    Object.keys(Object(messages.find((message) => message.type === type)?.json?.()["properties"]));
  assert.ok(!offered("Start").some((field) => ["base", "run", "origin"].includes(field)));
});
