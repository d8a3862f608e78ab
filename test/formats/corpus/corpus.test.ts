// The mutation corpus: `check`, the published schemas and `adopt` must agree on every mutation of every document.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../../../src/core/json.ts";
import { isRecord } from "../../../src/core/record.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import { misfitsOf } from "../../../src/core/schema-fit.ts";
import { misfits } from "../fits.ts";
import { type Case, cases, schemaOf } from "./folders.ts";
import { errorsOf, found, refusedOf } from "./judge.ts";
import { mutationsOf, textMutations } from "./mutations.ts";

type Tally = { all: number; unfit: number; unfound: string[]; untaken: string[]; unknown: string[] };

const mutated = (text: string, isJson: boolean) =>
  isJson
    ? mutationsOf(JSON.parse(text)).map(({ name, document }) => ({ name, text: JSON.stringify(document, null, 2) ?? "", document }))
    : textMutations(text).map((one) => ({ ...one, document: null }));

/** By the tests' own reader of schemas; that of the program must say the same. */
const isUnfit = (schema: unknown, document: unknown, text: string): boolean => {
  const unfit = misfits(schema, document).length > 0;
  const root = readJson(text);
  assert.ok(!isRefusal(root) && isRecord(schema));
  assert.equal(misfitsOf(schema, root).length > 0, unfit, text.slice(0, 2_000));
  return unfit;
};

const judge = async ({ protocol, folder, files, documents }: Case, path: string, tally: Tally): Promise<void> => {
  const kind = documents[path] ?? null;
  const schema = kind === null ? null : await schemaOf(protocol, kind);
  for (const { name, text, document } of mutated(files[path] ?? assert.fail(path), kind !== null)) {
    const changed = { ...files, [path]: text };
    const whole = await errorsOf(folder, changed);
    const where = `${protocol} ${path}: ${name}`;
    tally.all += 1;
    if (schema !== null && isUnfit(schema, document, text)) {
      tally.unfit += 1;
      if (whole.length === 0) tally.unfound.push(where);
      if ((await errorsOf(folder, changed, path)).length === 0) tally.unfound.push(`${where} (alone)`);
    }
    const isUnknown = whole.some(({ code }) => code === "FORMAT_UNKNOWN");
    const refused = whole.length === 0 || isUnknown ? await refusedOf(folder, changed) : null;
    if (isUnknown && refused === null) tally.unknown.push(where);
    if (!isUnknown && refused !== null && refused !== false) tally.untaken.push(`${where}: ${refused.code} ${refused.text}`);
  }
};

for (const protocol of ["ultrawork", "player", "iterative", "stigmergy"])
  test(`${protocol}: what its schema refuses check finds, and what check passes adopt takes`, async (t) => {
    const tally: Tally = { all: 0, unfit: 0, unfound: [], untaken: [], unknown: [] };
    for (const one of cases.filter((each) => each.protocol === protocol)) {
      assert.deepEqual(await errorsOf(one.folder, one.files), [], `${one.folder} is sound`);
      for (const path of Object.keys(one.documents)) await judge(one, path, tally);
    }
    const { all, unfit, unfound, untaken, unknown } = tally;
    t.diagnostic(`${all} mutations, ${unfit} of them schema-invalid`);
    assert.ok(unfit > 100, "there is something to find");
    assert.deepEqual({ unfound, untaken, unknown }, { unfound: [], untaken: [], unknown: [] });
  });

const main: Readonly<Record<string, string>> = { ultrawork: "session.json", player: "session-state.json", iterative: "state.json" };

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
  const named = (slug: string): string => (files["state.json"] ?? "").replace('"add-login"', JSON.stringify(slug));
  const both = { ...below("add-login/"), ...below("Bad_Name/"), "Bad_Name/state.json": named("add-login") };
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
