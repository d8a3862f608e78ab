// Displayed state of a run's work.
import type { ShownWork } from "../runtime/picture/shape.ts";
import { inOrder } from "./lane.ts";
import { type Candidate, isPersons, type Site } from "./site.ts";
import { nameOf, troubleWords } from "./trouble.ts";

const whyNot = (candidate: Candidate, lands: boolean): string => {
  // Shown after the unit's name.
  const words =
    nameOf(candidate) === candidate.unit ? troubleWords(candidate, "it") : troubleWords(candidate);
  if (candidate.mends.running) return `it is being mended: ${words}`;
  if (candidate.trouble !== null) return words;
  return lands ? "it is proved, and lands next" : "it isn't proved yet";
};

const most = 200;
const endOf = (text: string, length: number): string =>
  text.length <= length ? text : `…${text.slice(-length).toWellFormed()}`;
const startOf = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;

/** The first and last line: the output of a failed check ends with the failure. */
const brief = (text: string): Pick<ShownWork["waiting"][number], "why" | "cut"> => {
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const [first = "", ...rest] = lines;
  const last = rest.at(-1);
  const head = startOf(first, last === undefined ? most : most * 0.6);
  const between = rest.length === 1 ? ": " : " … ";
  const why = last === undefined ? head : `${head}${between}${endOf(last, most * 0.4)}`;
  return { why, cut: rest.length > 1 || why.length < text.trim().length };
};

/** @param lands whether a unit's work is proved */
export const shownWork = (site: Site, lands: (unit: string) => boolean): ShownWork => {
  const { base, branch, delivery, dropped, head, landed } = site;
  return {
    branch,
    base: base.commit,
    head: head.commit,
    landed,
    waiting: inOrder(site).map((one) => ({
      unit: one.unit,
      byHand: isPersons(one),
      job: one.doer.job,
      commit: one.work.commit,
      ...brief(whyNot(one, lands(one.unit))),
    })),
    merged:
      delivery === null
        ? null
        : { to: delivery.to, branch: delivery.branch, whole: delivery.head === head.commit },
    dropped,
  };
};
