// Markdown text of a pull request: goal, changes, proofs, and points for a reviewer.
import { howMany, span } from "../../core/words/how-many.ts";
import { criterionLook } from "../../core/criterion-states.ts";
import { shortId } from "../../core/words/short-id.ts";
import { usageText } from "../../core/words/usage.ts";
import type { Criterion } from "../../core/view.ts";
import type { Difference } from "../../runtime/system.ts";
import { changesLine } from "../text/difference-text.ts";
import type { Picture } from "../text/picture.ts";

/** `criteria`: all of them, with their proofs. */
export type BodyContents = {
  readonly picture: Picture;
  readonly criteria: readonly Criterion[];
  readonly made: Difference;
};

/** Literal text of agents and people: no headings, links, pictures or mentions. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|!~&]/gu, (mark) => `\\${mark}`)
    .replaceAll("@", "@\u200b")
    .replaceAll("://", ":\u200b//");

/** A command as code, whatever it contains. In a table it must have no `|`. */
const code = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, " ");
  const most = Math.max(0, ...(line.match(/`+/gu) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(most + 1);
  return most === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
};

/** In bold what a reviewer should look at. */
const markOf = (criterion: Criterion): string => {
  const { word, shade } = criterionLook(criterion);
  return shade === "bad" || ["unproved", "waived"].includes(criterion.status)
    ? `**${word}**`
    : word;
};

/** Names the commit only if it is another one. */
const rowOf = (criterion: Criterion, head: string): string => {
  const { unit, text, check, proof, waived } = criterion;
  const shown =
    waived !== null
      ? plain(waived)
      : [
          ...(check === null ? [] : [code(check).replaceAll("|", "\\|")]),
          ...(proof?.exit === undefined || proof.exit === null ? [] : [`exit ${proof.exit}`]),
          ...(proof?.commit === undefined || proof.commit === head
            ? []
            : [`on ${code(shortId(proof.commit))}`]),
        ].join(", ");
  return `| ${plain(unit)} | ${plain(text)} | ${markOf(criterion)} | ${shown} |`;
};

/** States once if everything was proved on the delivered commit. */
const provedWords = ({ picture: { evidence }, criteria, made }: BodyContents): string => {
  if (evidence.of === 0) return "No criterion has a check.";
  const isOne = criteria.every(
    ({ proof }) => proof?.commit === undefined || proof.commit === made.to,
  );
  const where = isOne ? ` on ${code(shortId(made.to))}, which is what this brings` : "";
  // What an agent or a person judged, no command showed.
  if (evidence.met !== undefined)
    return `${evidence.met}. Cairn itself, not an agent, ran the checks${where}.`;
  const are = evidence.have === 1 ? "is" : "are";
  return `${evidence.have} of ${howMany(evidence.of, "criterion", "criteria")} ${are} proved: Cairn itself, not an agent, ran the command${where}, and it passed.`;
};

const provedPart = (told: BodyContents): readonly string[] => {
  const { picture, criteria, made } = told;
  const { unproved, claims } = picture;
  const words = [
    provedWords(told),
    ...(unproved === undefined ? [] : [`${plain(unproved)}.`]),
    ...(claims.length === 0 ? [] : [`Only said: ${claims.map(plain).join(", ")}.`]),
  ];
  const rows = criteria.map((one) => rowOf(one, made.to));
  const table =
    rows.length === 0
      ? []
      : ["", "| | what is to hold | | shown by |", "| --- | --- | --- | --- |", ...rows];
  return ["## What is proved", "", words.join(" "), ...table];
};

/** Points for a reviewer's attention; empty: none. */
const lookPart = ({ picture: { bypasses, work }, made }: BodyContents): readonly string[] => {
  const points = [
    ...bypasses.map((one) => `bypassed: ${plain(one)}`),
    ...(made.checkFiles.length === 0
      ? []
      : [`checks go by files that this changes: ${made.checkFiles.map(code).join(", ")}`]),
    ...made.unmet.map((one) => `asked of commits here: ${plain(one)}`),
    ...(made.uncommitted.length === 0
      ? []
      : [
          `the run began on uncommitted changes of its user's, which are part of this: ${made.uncommitted.map(code).join(", ")}`,
        ]),
    ...(work?.waiting ?? []).map(
      ({ unit, why }) => `not in it: ${plain(unit)}, since ${plain(why)}`,
    ),
  ];
  return points.length === 0
    ? []
    : ["", "## Look at this", "", ...points.map((point) => `- ${point}`)];
};

const donePart = ({ picture: { nodes } }: BodyContents): readonly string[] =>
  nodes.length === 0
    ? []
    : [
        "## What was done",
        "",
        ...nodes.map(
          ({ id, label, status }) =>
            `- ${plain(id)}: ${plain(label)}${status === "done" ? "" : ` (${status})`}`,
        ),
        "",
      ];

const figures = ({ picture: { usage, startedAt, at }, made }: BodyContents): string => {
  const cost = usage === undefined ? "" : usageText(usage);
  return [
    changesLine(made.files),
    ...(startedAt === null ? [] : [span(Date.parse(at) - Date.parse(startedAt))]),
    ...(cost === "" ? [] : [`${cost}, as agents' programs told`]),
  ].join(" · ");
};

export const titleOf = ({ title }: Pick<Picture, "title">): string => {
  const line = title.replaceAll(/\s+/gu, " ").trim();
  return line.length <= 100 ? line : `${line.slice(0, 99).replace(/\s\S*$/u, "")}…`;
};

export const bodyOf = (told: BodyContents): string => {
  const { picture } = told;
  return [
    // A goal of one line is the title already.
    ...(titleOf(picture) === picture.title.trim()
      ? []
      : picture.title.split(/\n\s*\n/u).flatMap((part) => [plain(part), ""])),
    ...donePart(told),
    ...provedPart(told),
    ...lookPart(told),
    "",
    figures(told),
    "",
    `<sub>Run ${code(picture.run)} of Cairn, ${picture.protocol}. ${code(`cairn evidence ${picture.run}`)} shows each proof with its output.</sub>`,
    "",
  ].join("\n");
};
