// Tests of partial reading: a log of 10,000 entries costs only those around a difference.
import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptedEvent, logOf, stateFrom } from "../../../../test/fixtures/iterative-state.ts";
import { progressText } from "../files/progress.ts";
import { differingIn, knownOf } from "./differing.ts";
import { progressAsked } from "./progress.ts";

const entry = (n: number): string =>
  `## T1 - Iteration ${n} - 2026-01-14T11:00:00Z\n**Did:** part ${n}\n**Remaining:** the rest`;
const logs = (count: number) => {
  const log = logOf([
    adoptedEvent({ progress: Array.from({ length: count }, (_, n) => entry(n + 1)) }),
  ]);
  const state = stateFrom(log);
  return { log, state, text: progressText(state, log) };
};

test("of a long log only the entries around what differs are read", () => {
  const { log, state, text } = logs(10_000);
  const known = knownOf(state, log, text);
  assert.equal(known.entries.length, 10_000);
  const fresh = `\n${entry(0)}\n`;
  const middle = text.indexOf("## T1 - Iteration 5000 ");
  const edits = {
    end: text + fresh,
    middle: `${text.slice(0, middle)}${fresh.trimStart()}\n${text.slice(middle)}`,
    changed: text.replace("part 7000\n", "part seven\n"),
    gone: text.replace(`${entry(7000)}\n\n`, ""),
    top: text.replace("# Progress Log\n", `# Progress Log\n${fresh}`),
  };
  for (const [where, edited] of Object.entries(edits)) {
    const found = differingIn(known, edited);
    assert.ok(found.entries.length <= 3, `${where}: ${found.entries.length}`);
    assert.equal(found.entries.filter((one) => !one.known).length, where === "gone" ? 0 : 1, where);
    assert.equal(found.gone.length, where === "changed" || where === "gone" ? 1 : 0, where);
  }
});

test("what is asked is the same wherever it stands, at ten entries and at ten thousand", () => {
  for (const count of [1, 10, 10_000]) {
    const { log, state, text } = logs(count);
    const asked = (edited: string) => progressAsked(state, log, text, edited).read;
    for (const edited of [
      `${text}\n${entry(0)}`,
      text.replace("# Progress Log\n", `# Progress Log\n\n${entry(0)}\n`),
    ]) {
      const { rest = [], findings = [] } = asked(edited);
      assert.deepEqual(
        rest.map(({ command }) => [command.type, command.data]),
        [["AddNote", { unit: undefined, text: "part 0", raw: entry(0) }]].map(([type, data]) => [
          type,
          JSON.parse(JSON.stringify(data)),
        ]),
      );
      assert.deepEqual(findings, []);
    }
    assert.equal(
      asked(text.replace("part 1\n", "part one\n")).findings?.[0]?.code,
      "ENTRY_IMMUTABLE",
    );
    assert.deepEqual([asked(text).rest, asked("# Progress Log\n").rest], [[], []]);
  }
});
