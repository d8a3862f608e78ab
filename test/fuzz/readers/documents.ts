// Fuzzed readers of session folders, adopted or judged, of any version.
import { valueOf } from "../../../src/kit/findings.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isRefusal } from "../../../src/core/refusal.ts";
import { check } from "../../../src/protocols/ultrawork/check/check.ts";
import { decide } from "../../../src/protocols/ultrawork/decider.ts";
import { evolve } from "../../../src/protocols/ultrawork/evolve.ts";
import { write } from "../../../src/protocols/ultrawork/files.ts";
import { adopt as adoption } from "../../../src/protocols/ultrawork/commands/start.ts";
import { read } from "../../../src/protocols/ultrawork/read/read.ts";
import type { State } from "../../../src/protocols/ultrawork/state.ts";
import { example, foundOf, variant } from "../../formats/folders.ts";
import { phases } from "../../fixtures/ultrawork-phases.ts";
import { mutated, raw } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";

type Files = Readonly<Record<string, string>>;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const written = (name: string): Files => {
  const run = phases[name]?.();
  assert.ok(run !== undefined);
  return write(run.state(), run.log);
};
const folders: readonly Files[] = [
  { "session.json": example },
  variant("5.0"),
  written("working"),
  written("verifying"),
  written("draft"),
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

const options = fc.constantFrom({}, { rebuild: true, goal: "g" }, { tasks: "../tasks" });

const noProof = (state: State): void => {
  for (const { criteria, claimed } of Object.values(state.tasks)) {
    assert.equal(claimed, null);
    for (const { proof, waived } of criteria)
      assert.ok(proof === null && waived === null, "nothing foreign is proof");
  }
};

const adopt = (files: Files, given: Readonly<Record<string, unknown>>): void => {
  const adopted = read(foundOf(files, { options: given }));
  if (adopted === null) return;
  if (isRefusal(adopted)) return sound(adopted);
  for (const one of adopted.quarantined) assert.ok(one.why !== "");
  const data = valueOf(adoption.schema, adopted.start.data);
  const stamp = { at: "2026-01-09T12:00:00.000Z", by: { kind: "person", name: "ana" } } as const;
  const events = decide(
    null,
    { type: "Adopt", data: { ...data, run: "r1", base: { head: null, tree: null } } },
    stamp,
  );
  if (isRefusal(events)) return sound(events);
  const log = events.map((event, index) => ({
    ...event,
    version: index + 1,
    ...stamp,
    cause: "c",
  }));
  const state = log.reduce<State | null>((before, event) => evolve(before, event), null);
  assert.ok(state !== null);
  noProof(state);
  const shown = write(state, log);
  readable(shown);
  const again = read(foundOf(shown));
  assert.ok(
    again !== null && !isRefusal(again),
    `what was adopted can be adopted again: ${JSON.stringify(again)}`,
  );
  const second = valueOf(adoption.schema, again.start.data).found;
  assert.deepEqual(
    second.tasks.map(({ id }) => id),
    state.order,
    "with the same tasks",
  );
  assert.equal(second.phase, state.phase);
};

const judge = (files: Files): void => {
  for (const finding of check(files) ?? []) {
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
  reader("session folders, to be adopted", 40, fc.tuple(folder, options), ([files, given]) =>
    adopt(files, given),
  ),
  reader("session folders, to be judged", 40, folder, judge),
  reader(
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
