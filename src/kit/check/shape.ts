// How a criterion is checked: as it is stored, and as people, agents and files give it.
import * as t from "../schema.ts";

export const evidenceTypes = [
  "command_output",
  "test_result",
  "api_response",
  "file_content",
  "screenshot",
  "manual",
] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

/** As stored. Defaults: exit 0, the run's timeout. `path`: below the workspace or the run's folder. */
export const checkShape = t.record({
  type: t.oneOf(evidenceTypes),
  command: t.optional(t.text),
  path: t.optional(t.text),
  cwd: t.optional(t.text),
  exit: t.optional(t.integer),
  match: t.optional(t.text),
  timeout_s: t.optional(t.wholeFrom(1)),
});
export type Check = t.Of<typeof checkShape>;
/** As given: the type may be left out. */
export const checkInput = t.open({
  type: t.unset(t.oneOf(evidenceTypes)),
  command: t.unset(
    t.means(
      "one command, no shell: no pipes, no redirections, nothing expanded; a leading `cd DIR &&` and NAME=value are understood",
      t.filled(4_096),
    ),
  ),
  path: t.unset(t.means("a file that shows it, instead of a command", t.filled(1_024))),
  cwd: t.unset(t.most(1_024, t.text)),
  exit: t.unset(t.wholeFrom(0, 255)),
  match: t.unset(t.means("plain text that must be found in the output", t.most(1_000, t.text))),
  timeout_s: t.unset(t.wholeFrom(1, 7_200)),
});

/** Undefined and missing fields are one: only then two checks differ. */
export const isSameCheck = (a: Check | null, b: Check | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
/** The engine has something to run or read. */
export const isRunnable = (check: Check | null): check is Check =>
  check !== null && check.type !== "manual";
export const isManual = (check: Check | null): boolean => check?.type === "manual";
