// Text of a run's picture: done, running, waiting, open decisions, usage.
import { evidenceWords } from "../../core/words/evidence.ts";
import { optionText } from "../../core/words/decision-options.ts";
import { isOver } from "../../core/over.ts";
import { phaseWords, runStates } from "../../core/words/states.ts";
import { usageText } from "../../core/words/usage.ts";
import { closingLines } from "../../core/words/wrong-lines.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { howMany, span } from "../../core/words/how-many.ts";
import { beside, ends, fitted, list, type Page, paint, type Tone } from "../terminal/layout.ts";
import type { Picture, ShownDecision, ShownJob } from "./picture.ts";
import { byWhom, onWhich, unitLines } from "./unit-lines.ts";
import { ago, joined } from "./words.ts";

const jobLine = (job: ShownJob, now: number): string => {
  const about = joined([onWhich(job), job.is === "running" ? byWhom(job, now) : job.why], "; ");
  return `${job.key}${about === "" ? "" : ` (${about})`}`;
};

/** Columns of the word before a line. */
const wordWidth = 9;

/** Text after a word. */
export const lineOf = (
  word: string,
  text: string,
  page: Page,
  tone: Tone | null = null,
): readonly string[] => {
  const rows = beside(word, cleanLine(text), page, wordWidth);
  return tone === null ? rows : rows.map((row) => paint(page, tone, row));
};

/** Jobs after a word, one per line if several. */
const jobLines = (
  word: string,
  jobs: readonly ShownJob[],
  page: Page,
  now: number,
  most: number,
): readonly string[] => {
  const shown = jobs.slice(0, most).map((job) => jobLine(job, now));
  const more = jobs.length > most ? [`and ${jobs.length - most} more: cairn status --next`] : [];
  return [...shown, ...more].flatMap((line, index) => lineOf(index === 0 ? word : "", line, page));
};

/** `looked`: its context is shown above. */
export const decisionLines = (
  { key, question, options, output, look, mended }: ShownDecision,
  page: Page,
  looked = false,
): readonly string[] => {
  const typed = (line: string): string => `   ${paint(page, "strong", line)}`;
  return [
    paint(page, "wait", `waits for you  ${key}`),
    ...beside("", clean(question), page, 3),
    ...list(
      options.map((option) => [option.id, optionText(option)]),
      page,
      { indent: 3 },
    ),
    ...options.map(({ command }) => typed(command)),
    ...(mended === undefined ? [] : [`${typed(mended)}  # you fixed it in your checkout`]),
    // As a comment, so that the whole line can be pasted.
    ...(looked && output === undefined
      ? []
      : [`   ${look}  # shows the ${output === undefined ? "context" : "whole output"}`]),
  ];
};

const title = (picture: Picture, page: Page, now: number): readonly string[] => {
  const { life, protocol, phase, facts, startedAt, at, endedAt = at, state } = picture;
  const began = startedAt === null ? null : Date.parse(startedAt);
  // Of a run that isn't over it says nothing of how long it was at work.
  const took =
    began === null || state === "not started"
      ? null
      : isOver(life)
        ? span(Date.parse(endedAt) - began)
        : `begun ${ago(now - began)}`;
  const rest = [
    picture.name,
    protocol,
    phaseWords(phase),
    ...facts,
    life === "archived" ? life : null,
    took,
    picture.left,
  ];
  const first = Math.max(wordWidth, state.length + 2);
  return [
    ...beside(
      paint(page, runStates[state].shade, state),
      cleanLine(picture.title),
      page,
      first,
      "strong",
    ),
    ...beside("", cleanLine(joined(rest)), page, wordWidth, "dim"),
  ];
};

/** What to type for a run that asks nothing. */
const goesOn = ({ run, state }: Picture): readonly string[] => {
  if (state === "no runner") return [`no runner is at work. Resume: cairn run ${run}`];
  if (state === "not started") return [`not started. Start: cairn run ${run}`];
  return ["waits for you: nothing"];
};

/** Where the results are, and which are missing. */
const workLines = ({ run, decisions, work }: Picture, page: Page): readonly string[] => {
  if (work === undefined) return [];
  const { branch, landed, waiting, merged, dropped } = work;
  const into =
    merged === null
      ? ""
      : `, ${merged.whole ? "merged" : "in part merged"} into ${merged.branch ?? "the checkout"}`;
  return [
    ...lineOf(
      "branch",
      dropped ? `${branch} was dropped${into}` : `${branch}: ${landed} landed${into}`,
      page,
    ),
    ...waiting.flatMap(({ unit, why, cut }) => {
      const key = decisions.find((one) => one.run === run && one.subject === unit)?.key;
      const whole = key === undefined ? `cairn log ${run} --json` : `cairn decide ${run} ${key}`;
      return lineOf(
        "to land",
        `${unit}: ${why}${cut ? `; all of it: \`${whole}\`` : ""}`,
        page,
        "wait",
      );
    }),
  ];
};

/** What a question quotes of a program's output is shown whole by its command. */
const inShort = ({ question, ...rest }: Picture["decisions"][number]) => ({
  ...rest,
  question: ends(question, 5, 2, () => "…"),
});

/** Possible actions: a paused run waits for a person even without a question. */
const asked = (picture: Picture, page: Page, asks: boolean): readonly string[] => {
  const { run, life } = picture;
  const decisions = asks ? picture.decisions : [];
  return [
    ...decisions.flatMap((decision) => decisionLines(inShort(decision), page)),
    ...(life === "paused"
      ? [`paused. Take it up: cairn resume ${run}, then: cairn run ${run}`]
      : []),
    ...(life !== "paused" && decisions.length === 0 && asks ? goesOn(picture) : []),
  ];
};

const mostUnits = 12;
const unitUsage = ({ subjects }: NonNullable<Picture["usage"]>): readonly string[] => {
  const units = Object.entries(subjects).flatMap(([unit, sum]) => {
    const text = usageText(sum);
    return text === "" ? [] : [`  ${cleanLine(unit)}: ${text}`];
  });
  if (units.length < 2) return [];
  return units.length > mostUnits
    ? [...units.slice(0, mostUnits), `  and ${units.length - mostUnits} more: --json`]
    : units;
};

/** As reported by programs, unverified. With several units, one line each. */
const usageLines = ({ usage }: Picture): readonly string[] => {
  const text = usage === undefined ? "" : usageText(usage);
  if (usage === undefined || text === "") return [];
  return [`agents tell of ${howMany(usage.jobs, "job")}: ${text}`, ...unitUsage(usage)];
};
/** A person's notes to agents in addition to their briefs. */
const noteLines = ({ told, nodes }: Picture, page: Page): readonly string[] =>
  [{ id: null, told }, ...nodes].flatMap(({ id, told: note }) =>
    note === undefined
      ? []
      : lineOf(
          "note",
          `${id === null ? "for all agents" : `for ${id}`}: ${note.text} (${note.by})`,
          page,
        ),
  );

const lackLines = ({ lacks }: Picture, page: Page): readonly string[] =>
  lacks === undefined
    ? []
    : [
        ...lineOf("missing", lacks.text, page, "wait"),
        ...(lacks.fits === "" ? [] : lineOf("", lacks.fits, page, "wait")),
      ];

/** `asks`: where what it waits for stands; "elsewhere": its decisions are shown by others. */
export const pictureLines = (
  picture: Picture,
  page: Page,
  now: number,
  asks: "first" | "last" | "elsewhere" = "last",
): readonly string[] => {
  const { evidence, claims, jobs, nodes } = picture;
  const ids = new Set(nodes.map(({ id }) => id));
  const some = (word: string, most: number, isOne: (job: ShownJob) => boolean) =>
    jobLines(word, jobs.filter(isOne), page, now, most);
  const waits = new Set(picture.work?.waiting.map(({ unit }) => unit));
  const unlanded = nodes.reduce((sum, { id, done }) => sum + (waits.has(id) ? done : 0), 0);
  const over = isOver(picture.life);
  const landing = unlanded === 0 ? "" : `${unlanded} of them not landed yet`;
  const said = [evidenceWords(evidence), landing, ...claims].filter((text) => text !== "");
  const waiting = over ? [] : asked(picture, page, asks !== "elsewhere");
  return [
    ...title(picture, page, now),
    ...(asks === "first" ? waiting : []),
    ...unitLines(nodes, jobs, page, now),
    ...(said.length === 0 ? [] : beside("", cleanLine(said.join(", ")), page)),
    ...usageLines(picture).map((line) => paint(page, "dim", fitted(line, page))),
    ...workLines(picture, page),
    ...noteLines(picture, page),
    ...lackLines(picture, page),
    // A unit's problems are shown in its row, or below under doubts.
    ...(picture.refused === null ? [] : lineOf("refused", picture.refused, page, "bad")),
    ...closingLines(picture).flatMap(({ what, text, shade }) => lineOf(what, text, page, shade)),
    ...some("doubt", 5, ({ is }) => is === "doubt"),
    // The others stand in the row of their unit.
    ...some(
      "now",
      5,
      ({ is, subject, kind }) => is === "running" && (kind !== "agent" || !ids.has(subject)),
    ),
    ...some("next", 3, ({ is }) => is === "ready"),
    ...some("later", 3, ({ later }) => later !== null),
    ...some(
      "waiting",
      3,
      ({ is, subject, later }) => is === "waiting" && later === null && !ids.has(subject),
    ),
    ...(asks === "first" ? [] : waiting),
  ];
};
