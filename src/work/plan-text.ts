// A proposed plan in words, as a person reads it before approving it.
import type { Facts } from "../core/protocol.ts";
import { fenced, paragraphs, unbroken } from "../core/words/quote.ts";
import { checkWords } from "../kit/check/check.ts";
import { plannedUnits } from "./course.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import type { Check } from "../kit/check/shape.ts";
import type { Criterion, Unit } from "./unit.ts";
import type { Plan, Work } from "./work.ts";

const checkLine = (check: Check | null): string => {
  if (check === null) return "no check yet: its worker names one";
  return check.type === "manual"
    ? "a person is asked"
    : unbroken(`check: ${check.type.replaceAll("_", " ")}: ${checkWords(check)}`);
};
const criterionLines = ({ text, check }: Criterion): readonly string[] => [
  `   - ${unbroken(text)}`,
  `     ${checkLine(check)}`,
];
/** What waits for all others says nothing of its start. */
const unitText = (dialect: Dialect, state: Work, unit: Unit): string => {
  const { id, title, text, after, criteria } = unit;
  const group = dialect.groups?.(state).get(id);
  const start = after.length === 0 ? "can start at once" : `starts after ${after.join(", ")}`;
  return [
    `${id}  ${unbroken(title)}`,
    ...(text === null || text.trim() === "" ? [] : [`   ${unbroken(text)}`]),
    ...(kindOf(dialect, unit).whole === true
      ? []
      : [`   ${group === undefined ? "" : `${group}: `}${start}`]),
    ...criteria.flatMap(criterionLines),
  ].join("\n");
};
const choiceText = ({
  topic,
  choice,
  rationale = "",
  asked_user: isAsked,
}: Plan["decisions"][number]): string =>
  `${topic}: ${choice}${isAsked === true ? " (a person was asked)" : ""}${rationale.trim() === "" ? "" : `, because ${rationale}`}`;

const listed = (texts: readonly string[]): string =>
  fenced(texts.map((text) => `- ${unbroken(text)}`).join("\n"));
const section = (title: string, texts: readonly string[]): string | null =>
  texts.length === 0 ? null : `${title}:\n\n${listed(texts)}`;

export const planText = (dialect: Dialect, state: Work, { folder }: Facts): string => {
  const { warnings, decisions } = state.plan;
  const units = plannedUnits(dialect, state).filter(
    (unit) => kindOf(dialect, unit).whole !== true || unit.criteria.length > 0,
  );
  const seen = (dialect.plan?.documents ?? []).filter(
    (path) => state.documents[path] !== undefined,
  );
  return paragraphs([
    `The plan:\n\n${fenced(units.map((unit) => unitText(dialect, state, unit)).join("\n\n"))}`,
    section("Warnings", warnings),
    section("Decided by the planner", decisions.map(choiceText)),
    `The goal:\n\n${fenced(state.goal)}`,
    ...seen.map((path) => `Read \`${folder ?? dialect.place(state)}/${path}\`, too.`),
  ]);
};
