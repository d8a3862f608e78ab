// Entries of gates, verdicts, reviews and recoveries.
import { gateOutputLimit, gateOutputLines } from "../../limits.ts";
import { laidOut, oneLine } from "../../markdown/values.ts";
import type { IterativeEvents } from "../../events.ts";
import { label } from "../layout.ts";

type Check = IterativeEvents["GateRun"]["data"]["checks"][number];
type Gap = IterativeEvents["VerdictGiven"]["data"]["gaps"][number];
type Issue = IterativeEvents["ReviewGiven"]["data"]["issues"][number];

/** A label with a list below it. */
const listed = (name: string, items: readonly string[]): string =>
  items.length === 0
    ? label(name, "None")
    : [`**${name}:**`, ...items.map((item) => `  - ${laidOut(item, "    ")}`)].join("\n");

const tail = (text: string): string =>
  text.trimEnd().split("\n").slice(-gateOutputLines).join("\n").slice(-gateOutputLimit);

const failed = ({ name, exit, why }: Check): string =>
  `${oneLine(name)} ${exit === null ? oneLine(why ?? "exit unknown") : exit}`;

const outcomes: Readonly<Partial<Record<string, string>>> = {
  restless: "run anew: a check changed files",
  red: "red: the check changes files",
};

/** @param commits the engine's commits at this gate; entries that are already written aren't changed for them */
export const gateLines = (
  { checks, outcome }: IterativeEvents["GateRun"]["data"],
  commits: readonly string[],
): readonly string[] => {
  const red = checks.filter(({ passed }) => !passed);
  const output = red
    .filter(({ excerpt }) => excerpt.trim() !== "")
    .map(({ name, excerpt }) => (red.length === 1 ? excerpt : `${oneLine(name)}:\n${excerpt}`))
    .join("\n");
  return [
    label(
      "Result",
      red.length > 0
        ? `red: ${red.map(({ name }) => oneLine(name)).join(", ")}`
        : (outcomes[outcome] ?? outcome),
    ),
    label("Checks", checks.map(failed).join(", ")),
    ...(outcome === "red" ? [label("Output", tail(output))] : []),
    ...(commits.length === 0
      ? []
      : [label("Commit", commits.map((hash) => hash.slice(0, 7)).join(", "))]),
  ];
};

const gapText = ({ severity, type, file, line, problem }: Gap): string => {
  const where = file === null ? "" : ` ${oneLine(file)}${line === null ? "" : `:${line}`}`;
  return `${severity}${type.trim() === "" ? "" : ` ${oneLine(type)}`}${where}: ${problem}`;
};
const issueText = (issue: Issue): string =>
  `${issue.unit === null ? "" : `${issue.unit} `}${gapText(issue)}`;

export const verdictLines = ({
  unit,
  verdict,
  gaps,
}: IterativeEvents["VerdictGiven"]["data"]): readonly string[] => [
  label("Result", verdict),
  listed("Issues", gaps.map(gapText)),
  label("Signal", verdict === "VERIFIED" ? `${unit}_VERIFIED` : `${unit}_GAPS:${gaps.length}`),
];

export const reviewLines = ({
  checked,
  verdict,
  issues,
}: IterativeEvents["ReviewGiven"]["data"]): readonly string[] => [
  label("Checked", checked),
  label("Result", verdict === "REVIEW_PASS" ? "PASS" : "FAIL"),
  listed("Issues", issues.map(issueText)),
  label("Signal", verdict),
];

type Found = IterativeEvents["DiscrepancyLogged"]["data"];
/** One line for each discrepancy. */
const foundText = ({ file, pointer, said, found }: Found): string => {
  const where = [oneLine(file), oneLine(pointer)].filter((part) => part !== "").join(" ");
  const what = `${said === "" ? "" : `said ${oneLine(said)}, found `}${oneLine(found) || "nothing"}`;
  return where === "" ? what : `${where}: ${what}`;
};

export const recoveryLines = (
  found: readonly Found[],
  demoted: readonly IterativeEvents["UnitDemoted"]["data"][],
): readonly string[] => [
  listed("Did", found.map(foundText)),
  listed(
    "Remaining",
    demoted.map(({ unit, to, why }) => `${unit} goes on in ${to}: ${oneLine(why)}`),
  ),
];
