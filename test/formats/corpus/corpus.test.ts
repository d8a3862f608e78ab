// A slice of the mutation corpus, and folders whose documents are missing or lie elsewhere.
import assert from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { filesBelow } from "../folders.ts";
import { misfits } from "../fits.ts";
import { cases, schemaOf } from "./folders.ts";
import { errorsOf, found } from "./judge.ts";
import { agreement } from "./agreement.ts";

agreement(12);

const main: Readonly<Record<string, string>> = {
  ultrawork: "session.json",
  player: "session-state.json",
  iterative: "state.json",
};

test("a folder without its main file is an error, wherever it lies", async () => {
  for (const { protocol, folder, files } of cases) {
    const name = main[protocol] ?? "";
    if (files[name] === undefined || Object.keys(files).length === 1) continue;
    const { [name]: _, ...rest } = files;
    for (const place of [folder, "/tmp/copy"]) {
      const whole = await errorsOf(place, rest);
      assert.deepEqual(
        whole.map(({ path, code, message }) => `${path} ${code} ${message}`),
        [`${name} FILE_BROKEN ${name} isn't there`],
      );
    }
  }
});

test("of several runs in one folder each is asked for, and where a folder lies is no fault of its documents", async () => {
  const { files } = cases.find(({ folder }) => folder.endsWith("/add-login")) ?? assert.fail();
  const below = (prefix: string): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [prefix + path, text]));
  const named = (slug: string): string =>
    (files["state.json"] ?? "").replace('"add-login"', JSON.stringify(slug));
  const both = {
    ...below("add-login/"),
    ...below("Bad_Name/"),
    "Bad_Name/state.json": named("add-login"),
  };
  const whole = await errorsOf("/repo/.claude/iterative", both);
  assert.deepEqual(
    whole.map(({ path, code }) => `${path} ${code}`),
    ["Bad_Name/state.json FILE_BROKEN"],
  );
  const copied = await found("/tmp/copy", files);
  assert.deepEqual(
    copied.map(({ severity, code }) => `${severity} ${code}`),
    ["warning SLUG_MISMATCHED", "warning COUNT_MISMATCHED", "warning PLACE_UNFIT"],
  );
});

test("every document of a published example and of a golden story fits its published schema", async () => {
  const folder = join(import.meta.dirname, "../../golden/stories");
  const names: Readonly<Record<string, readonly [protocol: string, document: string]>> = {
    "session.json": ["ultrawork", "session.json"],
    "context.json": ["ultrawork", "context.json"],
    "state.json": ["iterative", "state.json"],
    "session-state.json": ["player", "session-state.json"],
    tasks: ["ultrawork", "tasks/<id>.json"],
    checkpoints: ["player", "checkpoints/<id>.json"],
  };
  let all = 0;
  const fit = async (protocol: string, document: string, path: string, text: string) => {
    all += 1;
    const schema = await schemaOf(protocol, document);
    assert.deepEqual(misfits(schema, JSON.parse(text)), [], path);
  };
  for (const [path, text] of Object.entries(filesBelow(folder))) {
    const [protocol, document] = names[basename(path)] ?? names[basename(dirname(path))] ?? [];
    if (protocol !== undefined && document !== undefined && path.endsWith(".json"))
      await fit(protocol, document, path, text);
  }
  for (const { protocol, files, documents } of cases)
    for (const [path, document] of Object.entries(documents))
      if (document !== null) await fit(protocol, document, path, files[path] ?? "");
  assert.ok(all > 60, `${all} documents`);
});
