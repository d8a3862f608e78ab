// Task and issue lists in ultrawork's briefs, in plain words: one line per item.
import { doubtsOf } from "../../../core/hollow.ts";
import { unbroken } from "../../../core/quote.ts";
import { checkText } from "../checks.ts";
import type { Criterion, Issue, State, Task } from "../state.ts";
import type { CriterionCheck } from "../task.ts";

const list = (texts: readonly string[]): string => texts.map(unbroken).join(", ");

/** The check of a criterion with all of its settings. */
const checkWords = (check: CriterionCheck | null): string => {
  if (check === null) return "no check yet: its worker names one";
  const { type, cwd, exit, match, timeout_s: seconds } = check;
  if (type === "manual") return "a person is asked";
  const more = [
    cwd === undefined || cwd === "." ? null : `in ${cwd}`,
    exit === undefined || exit === 0 ? null : `with exit code ${exit}`,
    match === undefined ? null : `holding "${match}"`,
    seconds === undefined ? null : `within ${seconds} s`,
  ].filter((part) => part !== null);
  return unbroken([`${type.replaceAll("_", " ")}: ${checkText(check)}`, ...more].join(", "));
};

const planned = ({ text, check }: Criterion): readonly string[] => [
  `   - ${unbroken(text)}`,
  `     ${check === null ? "" : "check: "}${checkWords(check)}`,
];

const filesWords = (files: Task["files"]): string =>
  files === null
    ? "names no file that it will change"
    : files.length === 0
      ? "changes no file"
      : `changes ${list(files)}`;

/** @param changes whether the task may change files */
export const plannedTask = (
  { id, subject, description, blockedBy, files, criteria }: Task,
  changes = true,
): string =>
  [
    `${id}  ${unbroken(subject)}`,
    ...(description === null || description.trim() === "" ? [] : [`   ${unbroken(description)}`]),
    `   ${blockedBy.length === 0 ? "can start at once" : `starts after ${blockedBy.join(", ")}`}`,
    ...(changes ? [`   ${filesWords(files)}`] : []),
    ...criteria.flatMap(planned),
  ].join("\n");

export const plannerChoice = ({
  topic,
  choice,
  rationale,
  askedUser,
}: State["plan"]["decisions"][number]): string =>
  `- ${unbroken(topic)}: ${unbroken(choice)}${askedUser ? " (a person was asked)" : ""}${rationale.trim() === "" ? "" : `, because ${unbroken(rationale)}`}`;

/** The verifier isn't told of checks that are still to be named. */
const shownBy = ({ check, proof }: Criterion): string => {
  if (check !== null) return checkWords(check);
  return proof === null
    ? "no check was named"
    : `no check was named, shown by ${unbroken(proof.command === "" ? proof.name : proof.command)}`;
};

const proofWords = ({ proof }: Criterion): string => {
  if (proof === null) return "no proof";
  const failed = proof.hollow === true ? "no proof" : "failed";
  const is = proof.stale
    ? "stale"
    : proof.passed
      ? "passed"
      : proof.captured
        ? "kept, to be judged"
        : failed;
  const why = [
    ...(proof.exit === null ? [] : [`exit code ${proof.exit}`]),
    ...(proof.why === null ? [] : [unbroken(proof.why)]),
    ...doubtsOf(proof),
  ];
  return [is, ...new Set(why)].join(", ");
};

/** Program output is indented further than its description. */
const excerpt = ({ proof }: Criterion): readonly string[] =>
  proof === null || proof.excerpt.trim() === ""
    ? []
    : proof.excerpt
        .trimEnd()
        .split("\n")
        .map((line) => `       | ${unbroken(line)}`);

const proved = (criterion: Criterion): readonly string[] => [
  `   - ${unbroken(criterion.text)}`,
  `     ${shownBy(criterion)}: ${proofWords(criterion)}`,
  ...excerpt(criterion),
  ...(criterion.claim === null
    ? []
    : [`     claim by ${unbroken(criterion.claim.by)}: ${unbroken(criterion.claim.text)}`]),
];

export const provedTask = ({ id, subject, lastFailure, criteria }: Task): string =>
  [
    `${id}  ${unbroken(subject)}`,
    ...(lastFailure === null
      ? []
      : [
          `   attempt ${lastFailure.attempt} was returned (${unbroken(lastFailure.kind)}):`,
          ...lastFailure.reason
            .trimEnd()
            .split("\n")
            .map((line) => `       | ${unbroken(line)}`),
        ]),
    ...criteria.flatMap(proved),
  ].join("\n");

export const issueText = ({
  summary,
  severity,
  task,
  criterion,
  doneWhen,
  files,
  check,
}: Issue): string =>
  [
    `- ${unbroken(summary)}`,
    `  ${[task === null ? "of no task" : `task ${task}${criterion === null ? "" : `, criterion ${criterion}`}`, unbroken(severity)].filter((part) => part !== "").join(", ")}`,
    `  done when: ${unbroken(doneWhen)}`,
    ...(check === null ? [] : [`  ${checkWords(check)}`]),
    ...(files.length === 0 ? [] : [`  files: ${list(files)}`]),
  ].join("\n");
