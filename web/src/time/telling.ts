// Why: on the way back through a long run only a few events matter; which, is read from the words of their types and from who said them, whatever the protocol.
import type { LogLine } from "../../../src/http/answers.ts";
import type { Mark } from "../style/mark.ts";

export type Telling = "failure" | "refusal" | "bypass" | "end" | "landing" | "pause" | "person";

/** The worst first: where several lie in one place, the first of these is shown. */
export const tellings: readonly Telling[] = ["failure", "refusal", "bypass", "end", "landing", "pause", "person"];

export const tellingMarks: Readonly<Record<Telling, Mark>> = {
  failure: { mark: "✖", tone: "bad", words: "something failed or is stuck" },
  refusal: { mark: "⊘", tone: "bad", words: "something was refused or sent back" },
  bypass: { mark: "↷", tone: "strong", words: "a rule was bypassed" },
  end: { mark: "■", tone: "strong", words: "the run ended" },
  landing: { mark: "✔", tone: "good", words: "work landed" },
  pause: { mark: "‖", tone: "strong", words: "the run was paused or resumed" },
  person: { mark: "◆", tone: "busy", words: "a person decided or did something by hand" },
};

const spoken: ReadonlyMap<string, Telling> = new Map([
  ...["failed", "stuck", "halted", "aborted", "doubted", "lost", "broken", "unresolved", "drifted", "strike", "discrepancy", "expired"].map(
    (word) => [word, "failure"] as const,
  ),
  ...["refused", "rejected", "returned", "voided", "demoted"].map((word) => [word, "refusal"] as const),
  ...["forced", "skipped", "waived", "bypassed", "overridden", "bypass"].map((word) => [word, "bypass"] as const),
  ["landed", "landing"],
  ...["paused", "resumed"].map((word) => [word, "pause"] as const),
]);

/** `NodeFailed` → `node failed`. */
export const wordsOfType = (type: string): string => type.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ").toLowerCase();

const known = new Map<string, Telling | null>();
const ofType = (type: string): Telling | null => {
  const seen = known.get(type);
  if (seen !== undefined) return seen;
  const said = wordsOfType(type)
    .split(" ")
    .flatMap((word) => spoken.get(word) ?? []);
  const found = /^(?:Run|Project)(?:Completed|Cancelled|Aborted)$/u.test(type)
    ? "end"
    : (tellings.find((one) => said.includes(one)) ?? null);
  known.set(type, found);
  return found;
};

/** null: one of the many that go without saying. */
export const tellingOf = ({ type, by }: Pick<LogLine, "type" | "by">): Telling | null =>
  ofType(type) ?? (by.startsWith("person:") || by.startsWith("file:") ? "person" : null);
