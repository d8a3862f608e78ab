// Parser of completion signals in agents' output: quoted or echoed ones never count.
import { fenced } from "../../../core/documents/fences.ts";
import { messageLimit } from "../limits.ts";
import type { PassKind, UnitId } from "../state.ts";

export type Signal = { readonly name: string; readonly reason: string };
/** Meaning of a signal in one kind of job. `foreign`: of another job or another unit. */
export type Meaning = "done" | "blocked" | "undone" | "foreign";

/** Removes comments and replaces inline code by a word, so that a line with code next to the tag isn't a signal. */
const plainText = (lines: readonly string[]): string =>
  lines
    .filter((line) => !/^ {0,3}>/u.test(line))
    .join("\n")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/gu, "")
    .split(/\n[ \t]*\n/u)
    .map((paragraph) => paragraph.replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/gu, "\u0000"))
    .join("\n\n");

const tag = /^<signal>(?<name>[A-Z][A-Z0-9_]*)(?::(?<reason>[^<>]*))?<\/signal>$/u;

/** Parses the text between the tags, or after `**Signal:**`. */
export const signalOf = (text: string): Signal | null => {
  const found = tag.exec(`<signal>${text}</signal>`)?.groups;
  return found === undefined
    ? null
    : { name: found["name"] ?? "", reason: (found["reason"] ?? "").trim() };
};

const read = (message: string): readonly Signal[] =>
  plainText(fenced(message).outside)
    .split("\n")
    .flatMap((line) => {
      const found = tag.exec(line.trim())?.groups;
      return found === undefined
        ? []
        : [{ name: found["name"] ?? "", reason: (found["reason"] ?? "").trim() }];
    });

/** In order. If the message's beginning was cut off, it may have begun in a code block, so a signal must count in both cases. */
export const signalsIn = (message: string): readonly Signal[] => {
  const found = read(message);
  if (message.length < messageLimit || !/^ {0,3}(?:`{3}|~{3})/mu.test(message)) return found;
  const inside = ["```", "~~~"].map((fence) => read(`${fence}\n${message}`));
  return found.filter(({ name, reason }) =>
    inside.every((all) => all.some((one) => one.name === name && one.reason === reason)),
  );
};

const doneNames = (unit: UnitId, kind: PassKind): readonly string[] => {
  if (kind === "test") return ["TESTS_PASS"];
  return kind === "fix" || kind === "revise" ? [`${unit}_DONE`, "FIXED"] : [`${unit}_DONE`];
};
const escalations: Partial<Record<PassKind, string>> = {
  fix: "NEEDS_ESCALATION",
  revise: "NEEDS_ESCALATION",
  test: "TEST_BLOCKED",
};

/** Placeholder reasons copied from a brief don't count. */
const isReason = (reason: string): boolean =>
  !["", "reason", "{reason}"].includes(reason.toLowerCase());

export const meaningOf = ({ name, reason }: Signal, unit: UnitId, kind: PassKind): Meaning => {
  if (doneNames(unit, kind).includes(name)) return reason === "" ? "done" : "undone";
  if (name === "BLOCKED") return isReason(reason) ? "blocked" : "undone";
  if (name === escalations[kind]) return "blocked";
  return name === "TESTS_FAIL" && kind === "test" ? "undone" : "foreign";
};

/** The signal by which a pass of this kind reports that it is done. */
export const doneSignal = (unit: UnitId, kind: PassKind): string =>
  kind === "test" ? "TESTS_PASS" : `${unit}_DONE`;
