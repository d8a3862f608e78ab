// Fuzzed readers of hand edits: no edit may make progress.
import type { Message } from "../../../src/core/message.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Sender } from "../../../src/core/protocol.ts";
import { decide } from "../../../src/protocols/ultrawork/decider.ts";
import { evolve } from "../../../src/protocols/ultrawork/evolve.ts";
import { admit } from "../../../src/protocols/ultrawork/admit/edits.ts";
import { write } from "../../../src/protocols/ultrawork/files.ts";
import { commands as all } from "../../../src/protocols/ultrawork/commands.ts";
import type { UltraworkCommand } from "../../../src/protocols/ultrawork/commands.ts";
import type { State } from "../../../src/protocols/ultrawork/state.ts";
import { phases } from "../../fixtures/ultrawork-phases.ts";
import { facts } from "../../fixtures/ultrawork.ts";
import { mutated, raw } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";

const known = new Map<string, Message>(all.map((message) => [message.type, message]));
const isCommand = (command: {
  readonly type: string;
  readonly data: unknown;
}): command is UltraworkCommand => known.has(command.type);

type Run = ReturnType<NonNullable<(typeof phases)[string]>>;
type Stand = {
  readonly state: State;
  readonly log: Run["log"];
  readonly files: Readonly<Record<string, string>>;
};
const stands = new Map<string, Stand>();
const standOf = (phase: string): Stand => {
  const had = stands.get(phase);
  if (had !== undefined) return had;
  const run = phases[phase]?.();
  assert.ok(run !== undefined);
  const made = { state: run.state(), log: run.log, files: write(run.state(), run.log) };
  stands.set(phase, made);
  return made;
};

const added = '{"id":"9","subject":"nine","success_criteria":["a"],"evidence":[],"blocked_by":[]}';
const edits = fc.constantFrom(...Object.keys(phases)).chain((phase) => {
  const { files } = standOf(phase);
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

const proved = ({ tasks }: State): number =>
  Object.values(tasks).flatMap(({ criteria }) =>
    criteria.filter(({ proof, waived }) => proof?.passed === true || waived !== null),
  ).length;
const resolved = ({ tasks }: State): number =>
  Object.values(tasks).filter(({ status }) => status === "resolved").length;
/** Entries of evidence; unknown keys may hold what they like. */
const verified = (files: Readonly<Record<string, string>>): number => {
  const whole: ReturnType<typeof JSON.parse> = JSON.parse(files["session.json"] ?? "{}");
  const single: readonly ReturnType<typeof JSON.parse>[] = Object.entries(files).flatMap(
    ([path, text]) => (path.startsWith("tasks/") ? [JSON.parse(text)] : []),
  );
  return [...whole.child_tasks, ...single]
    .flatMap((task) => task.evidence)
    .filter((entry) => entry.verified === true).length;
};

const hold = (
  phase: string,
  list: readonly { readonly path: string; readonly text: string | null }[],
): void => {
  const { state, log, files } = standOf(phase);
  const asked = list.map(({ path, text }) => ({
    path,
    text,
    former: () => [{ version: log.length, text: files[path] ?? null }],
  }));
  const admitted = admit(state, asked, { ...facts, at: state.updatedAt }, log);
  let now = state;
  const grown = [...log];
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
        isCommand(one) && known.get(one.type)?.who.includes("file") === true,
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
  assert.ok(now.phase !== "COMPLETE" || state.phase === "COMPLETE", "no file completes a run");
  assert.ok(
    now.phase === state.phase || ["CANCELLED", "FAILED", "EXECUTION"].includes(now.phase),
    `${state.phase} → ${now.phase}`,
  );
  assert.ok(
    proved(now) <= proved(state) && resolved(now) <= resolved(state),
    "no file proves anything",
  );
  assert.deepEqual(now.bypasses, state.bypasses, "no file waives anything");
  const shown = write(now, grown);
  assert.ok(verified(shown) <= verified(files), "nothing is verified by hand");
  readable(shown);
};

export const admitReaders: readonly Reader[] = [
  reader("hand edits", 80, edits, ({ phase, list }) => hold(phase, list)),
];
