// Tests of the order of a run's commands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Command, isAtOnce, isDestructive, sortedCommands } from "./command-list.ts";

const command = (
  type: string,
  verb: string | null = null,
  required: readonly string[] = [],
  shared = false,
): Command => ({
  type,
  label: type.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`),
  shared,
  verb,
  means: `does ${type}`,
  fields: { type: "object", properties: {}, required },
  about: {},
});
const labelOf = ({ label }: Command): string => label;
const all = [
  command("Waive"),
  command("Cancel", "cancel"),
  command("SetUnits"),
  command("Resume", "resume"),
  command("Pause", "pause"),
];

test("verbs come first, in their order, the rest by name", () => {
  const { first, more } = sortedCommands(all);
  assert.deepEqual(
    [first.map(labelOf), more.map(labelOf)],
    [
      ["Pause", "Resume", "Cancel"],
      ["Set units", "Waive"],
    ],
  );
});

test("nothing is to be paused where nothing goes on; it stands with the rest still", () => {
  const { first, more } = sortedCommands(all, true);
  assert.deepEqual(
    [first.map(labelOf), more.map(labelOf)],
    [
      ["Resume", "Cancel"],
      ["Pause", "Set units", "Waive"],
    ],
  );
});

test("what agents and the engine say isn't offered, but for verbs", () => {
  const { first, more } = sortedCommands([
    command("FinishNode", null, [], true),
    command("Pause", "pause", [], true),
    command("Waive"),
  ]);
  assert.deepEqual([first.map(labelOf), more.map(labelOf)], [["Pause"], ["Waive"]]);
});

test("only what undoes itself and needs no word is sent at once", () => {
  assert.deepEqual(
    [
      command("Pause", "pause"),
      command("Pause", "pause", ["reason"]),
      command("Cancel", "cancel"),
      command("Waive"),
    ].map(isAtOnce),
    [true, false, false, false],
  );
  assert.deepEqual(
    [command("Cancel", "cancel"), command("ReopenUnit", "rollback"), command("Pause", "pause")].map(
      isDestructive,
    ),
    [true, true, false],
  );
});
