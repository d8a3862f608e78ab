// Agreement of `check`, the published schemas and `adopt` on mutations of every document.
import assert from "node:assert/strict";
import { test } from "node:test";
import { misfits } from "../fits.ts";
import { type Case, cases, schemaOf } from "./folders.ts";
import { errorsOf, refusedOf } from "./judge.ts";
import { mutationsOf, textMutations } from "./mutations.ts";

/** Which mutations of a document a slice begins with. */
const seed = Number(process.env["CAIRN_CORPUS_SEED"] ?? 0);

type Tally = {
  all: number;
  unfit: number;
  unfound: string[];
  untaken: string[];
  unknown: string[];
};

const mutated = (text: string, isJson: boolean) =>
  isJson
    ? mutationsOf(JSON.parse(text)).map(({ name, document }) => ({
        name,
        text: JSON.stringify(document, null, 2) ?? "",
        document,
      }))
    : textMutations(text).map((one) => ({ ...one, document: null }));

const judge = async (
  { protocol, folder, files, documents }: Case,
  path: string,
  tally: Tally,
  every: number,
): Promise<void> => {
  const kind = documents[path] ?? null;
  const schema = kind === null ? null : await schemaOf(protocol, kind);
  const all = mutated(files[path] ?? assert.fail(path), kind !== null);
  for (const { name, text, document } of all.filter((_, at) => at % every === seed % every)) {
    const changed = { ...files, [path]: text };
    const whole = await errorsOf(folder, changed);
    const where = `${protocol} ${path}: ${name}`;
    tally.all += 1;
    if (schema !== null && misfits(schema, document).length > 0) {
      tally.unfit += 1;
      if (whole.length === 0) tally.unfound.push(where);
      if ((await errorsOf(folder, changed, path)).length === 0)
        tally.unfound.push(`${where} (alone)`);
    }
    const isUnknown = whole.some(({ code }) => code === "FORMAT_UNKNOWN");
    const refused = whole.length === 0 || isUnknown ? await refusedOf(folder, changed) : null;
    if (isUnknown && refused === null) tally.unknown.push(where);
    if (!isUnknown && refused !== null && refused !== false)
      tally.untaken.push(`${where}: ${refused.code} ${refused.text}`);
  }
};

const agrees = (protocol: string, every: number): void =>
  void test(`${protocol}: what its schema refuses check finds, and what check passes adopt takes (seed ${seed})`, async (t) => {
    const tally: Tally = { all: 0, unfit: 0, unfound: [], untaken: [], unknown: [] };
    for (const one of cases.filter((each) => each.protocol === protocol)) {
      assert.deepEqual(await errorsOf(one.folder, one.files), [], `${one.folder} is sound`);
      for (const path of Object.keys(one.documents)) await judge(one, path, tally, every);
    }
    const { all, unfit, unfound, untaken, unknown } = tally;
    t.diagnostic(`${all} mutations, ${unfit} of them schema-invalid`);
    assert.ok(unfit * every > 100, "there is something to find");
    assert.deepEqual({ unfound, untaken, unknown }, { unfound: [], untaken: [], unknown: [] });
  });

/** `every`: of so many mutations one is judged. */
export const agreement = (every: number): void => {
  for (const protocol of ["ultrawork", "player", "iterative", "stigmergy"]) agrees(protocol, every);
};
