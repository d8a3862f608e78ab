// Fuzzed readers of hand edits: no edit may make progress.
import assert from "node:assert/strict";
import fc from "fast-check";
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Recorded } from "../../../src/core/row.ts";
import type { Sender } from "../../../src/core/sender.ts";
import { ultrawork } from "../../../src/protocols/ultrawork/index.ts";
import type { Work } from "../../../src/work/work.ts";
import { type Free } from "../../fixtures/stage.ts";
import { mutated, raw } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { slowReader } from "../reader.ts";
import type { Reader } from "../reader.ts";
import { known, phaseNames, runOf } from "../runs.ts";

const { admit, decide, evolve, phase: phaseOf, write } = ultrawork;
const added = '{"id":"9","subject":"nine","success_criteria":["a"],"evidence":[],"blocked_by":[]}';
const edits = fc.constantFrom(...phaseNames).chain((phase) => {
  const files = runOf(phase).files();
  const paths = [
    ...Object.keys(files).filter((path) => path.endsWith(".json")),
    "tasks/9.json",
    "tasks/Verify.json",
  ];
  const one = fc
    .constantFrom(...paths)
    .chain((path) =>
      fc
        .oneof(
          { weight: 12, arbitrary: mutated([files[path] ?? added], 3) },
          { weight: 1, arbitrary: raw },
          { weight: 1, arbitrary: fc.constant(null) },
        )
        .map((text) => ({ path, text })),
    );
  return fc
    .array(one, { minLength: 1, maxLength: 2 })
    .map((list) => ({ phase, list: [...new Map(list.map((edit) => [edit.path, edit])).values()] }));
});

const proved = ({ units }: Work): number =>
  units.flatMap(({ criteria }) =>
    criteria.filter(({ proof, waived }) => proof?.passed === true || waived !== null),
  ).length;
const done = ({ units }: Work): number => units.filter(({ status }) => status === "done").length;
/** Entries of evidence; unknown keys may hold what they like. */
const verified = (files: Readonly<Record<string, string>>): number => {
  const whole: Free = JSON.parse(files["session.json"] ?? "{}");
  const single: readonly Free[] = Object.entries(files).flatMap(([path, text]) =>
    path.startsWith("tasks/") ? [JSON.parse(text)] : [],
  );
  return [...whole.child_tasks, ...single]
    .flatMap((task) => task.evidence)
    .filter((entry) => entry.verified === true).length;
};

const hold = async (
  phase: string,
  list: readonly { readonly path: string; readonly text: string | null }[],
): Promise<void> => {
  const run = runOf(phase);
  const [state, log, files] = [run.state(), run.log(), run.files()];
  const asked = list.map(({ path, text }) => ({
    path,
    text,
    former: () => [{ version: log.length, text: files[path] ?? null }],
  }));
  const admitted = await admit(state, asked, run.facts(), log);
  let now = state;
  const grown: Recorded[] = [...log];
  for (const { commands, by, refused, path } of admitted) {
    assert.ok(
      list.some((edit) => edit.path === path),
      `${path} was not edited`,
    );
    if (refused !== null) sound(refused);
    const sender: Sender = { kind: "file", name: by ?? "ana" };
    for (const command of commands) {
      const read = known.get(command.type)?.read(command.data);
      assert.ok(read !== undefined && "value" in read, `${command.type} fits its schema`);
      const one = { type: command.type, data: read.value };
      assert.ok(
        known.get(one.type)?.who.includes("file") === true,
        `${command.type} may come from a file`,
      );
      const events = decide(now, one, { at: state.updatedAt, by: sender });
      if (isRefusal(events)) {
        sound(events);
        break;
      }
      for (const event of events) {
        const recorded = {
          ...event,
          version: grown.length + 1,
          at: state.updatedAt,
          by: sender,
          cause: "c",
        };
        grown.push(recorded);
        now = evolve(now, recorded);
      }
    }
  }
  assert.ok(
    phaseOf(now) !== "COMPLETE" || phaseOf(state) === "COMPLETE",
    "no file completes a run",
  );
  assert.ok(
    phaseOf(now) === phaseOf(state) || phaseOf(now) === "CANCELLED",
    `${phaseOf(state)} → ${phaseOf(now)}`,
  );
  // A plan that is proposed by files ends the planner's work.
  const planned = now.plan.state === "proposed" ? 1 : 0;
  assert.ok(
    proved(now) <= proved(state) && done(now) <= done(state) + planned,
    "no file proves anything",
  );
  assert.deepEqual(now.bypasses, state.bypasses, "no file waives anything");
  const shown = write(now, grown);
  assert.ok(verified(shown) <= verified(files), "nothing is verified by hand");
  readable(shown);
};

export const admitReaders: readonly Reader[] = [
  slowReader("hand edits", 80, edits, ({ phase, list }) => hold(phase, list)),
];
