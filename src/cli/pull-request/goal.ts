// Goal of a run from a pull request's failed checks and reviews, as much as one run takes.
import { cleanLine } from "../clean.ts";
import type { Feedback, RedCheck, Remark } from "./feedback.ts";

/** A run's goal has at most 8,192 characters. */
const most = 8_000;
const mostEach = 1_500;

const startOf = (text: string): string =>
  text.length <= mostEach ? text : `${text.slice(0, mostEach).toWellFormed()}…`;
const endOf = (text: string): string =>
  text.length <= mostEach ? text : `…${text.slice(-mostEach).toWellFormed()}`;
const quoted = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

/** The forge's runner prefixes each line with the time. */
const untimed = (log: string): string => log.replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z /gmu, "").trim();

const checkPart = ({ name, is, said, url, log }: RedCheck): string =>
  [
    `Check ${JSON.stringify(name)}: ${is}${url === "" ? "" : `, ${cleanLine(url)}`}`,
    ...(said === "" ? [] : [quoted(startOf(said))]),
    ...(log === null ? [] : [quoted(endOf(untimed(log)))]),
  ].join("\n");

const remarkPart = ({ by, where, text, url }: Remark): string =>
  `${cleanLine(by)}${where === null ? "" : ` on ${cleanLine(where)}`}, ${cleanLine(url)}\n${quoted(startOf(text))}`;

export type Goal = {
  readonly text: string;
  /** Number of omitted items. */
  readonly left: number;
};

/** `remarks`: those to handle. */
export const goalOf = ({ url, red }: Feedback, remarks: readonly Remark[]): Goal => {
  let text = `Mend what reviewers and checks found in the pull request ${url}. Answer each point by a change, or leave it and say why.`;
  let left = 0;
  for (const part of [...red.map(checkPart), ...remarks.map(remarkPart)]) {
    const longer = `${text}\n\n${part}`;
    if (longer.length > most) left += 1;
    else text = longer;
  }
  return { text, left };
};
