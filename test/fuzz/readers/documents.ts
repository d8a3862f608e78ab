// Fuzzed readers of session folders, adopted or judged.
import assert from "node:assert/strict";
import fc from "fast-check";
import { isRefusal } from "../../../src/core/refusal.ts";
import { ultrawork } from "../../../src/protocols/ultrawork/index.ts";
import { isSettled } from "../../../src/work/unit.ts";
import { example, readOf, takeOver } from "../../formats/folders.ts";
import { mutated, raw } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { slowReader } from "../reader.ts";
import type { Reader } from "../reader.ts";
import { runOf } from "../runs.ts";

type Files = Readonly<Record<string, string>>;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const folders: readonly Files[] = [
  { "session.json": example },
  ...["exploring", "draft", "working", "verifying"].map((phase) => runOf(phase).files()),
];
const names = [
  "session.json",
  "tasks/1.json",
  "tasks/verify.json",
  "tasks/../x.json",
  "tasks/CON.json",
  "tasks/é.json",
  "tasks/A.json",
  "tasks/a.json",
  "context.json",
  "evidence/log.jsonl",
  "x.json",
];

/** A folder one or two of whose files are changed, doubled under another name, or gone. */
const folder: fc.Arbitrary<Files> = fc.nat(folders.length - 1).chain((which) => {
  const files = folders[which] ?? {};
  const paths = Object.keys(files).filter((path) => isJson(files[path] ?? ""));
  const one = fc
    .nat(paths.length - 1)
    .chain((at) =>
      fc.tuple(
        fc.oneof(
          { weight: 9, arbitrary: mutated([files[paths[at] ?? ""] ?? "{}"], 3) },
          { weight: 1, arbitrary: raw },
        ),
        fc.oneof(
          { weight: 8, arbitrary: fc.constant(paths[at] ?? "") },
          { weight: 2, arbitrary: fc.constantFrom(...names) },
        ),
      ),
    );
  const gone = fc.option(fc.constantFrom(...paths), { freq: 8 });
  return fc.tuple(fc.array(one, { minLength: 1, maxLength: 2 }), gone).map(([changes, lost]) => {
    const made = { ...files, ...Object.fromEntries(changes.map(([text, path]) => [path, text])) };
    return Object.fromEntries(Object.entries(made).filter(([path]) => path !== lost));
  });
});

const adopt = async (files: Files): Promise<void> => {
  const adopted = await readOf(files);
  if (adopted === null) return;
  const run = await takeOver(files);
  if (isRefusal(run)) return sound(run);
  const { units } = run.state();
  for (const { criteria } of units)
    for (const { proof, waived } of criteria)
      assert.ok(proof === null && waived === null, "nothing foreign is proof");
  if (run.phase() === "COMPLETE")
    assert.ok(
      units.every((unit) => unit.kind !== "task" || isSettled(unit)),
      "a run is complete with all its tasks",
    );
  const shown = run.files();
  readable(shown);
  const again = await takeOver(shown);
  assert.ok(!isRefusal(again), `what was adopted can be adopted again: ${JSON.stringify(again)}`);
  assert.deepEqual(
    again.state().units.map(({ id }) => id),
    units.map(({ id }) => id),
    "with the same units",
  );
  assert.equal(again.phase(), run.phase());
};

const judge = async (files: Files): Promise<void> => {
  for (const finding of (await ultrawork.check(files)) ?? []) {
    const lines = files[finding.path]?.split(/\r\n|\n|\r/u) ?? [];
    assert.ok(
      finding.line >= 1 && finding.line <= Math.max(1, lines.length),
      `${finding.code} names line ${finding.line} of ${lines.length}`,
    );
    assert.ok(
      finding.column >= 1 && finding.column <= (lines[finding.line - 1]?.length ?? 0) + 2,
      `${finding.code} names column ${finding.column}`,
    );
    assert.ok(finding.message !== "" && /^[A-Z]+(?:_[A-Z]+)*$/u.test(finding.code));
  }
};

export const documentReaders: readonly Reader[] = [
  slowReader("session folders, to be adopted", 40, folder, adopt),
  slowReader("session folders, to be judged", 40, folder, judge),
  slowReader(
    "one document, to be judged",
    12,
    fc.tuple(
      mutated(
        folders.flatMap((files) => Object.values(files).filter(isJson)),
        3,
      ),
      fc.constantFrom(...names),
    ),
    ([text, name]) => judge({ [name]: text }),
  ),
];
