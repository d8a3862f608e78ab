// Lines of `cairn watch`: what waits for a person on top, then a tile for each agent at work.
import { howMany, span } from "../../core/words/how-many.ts";
import { unitStates } from "../../core/words/states.ts";
import { usageText } from "../../core/words/usage.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { changedLines } from "../text/difference-text.ts";
import { type Page, type Tone, columns, fit, paint, wrap } from "../terminal/layout.ts";
import { entryText } from "../text/transcript-text.ts";
import { onWhich } from "../text/unit-lines.ts";
import type { AtWork, Board, Waiting } from "./board.ts";

/** Columns before a tile's text. */
const lead = 4;
/** Fewest and most last lines of an agent. */
const [leastLast, mostLast] = [1, 9];

const idle = ['a run begins by `cairn run "what is wanted"`; `cairn status` lists them'];

/** Text at both ends of a line. @param share least of the width that the right one keeps where the left one is long */
const apart = (
  left: string,
  right: string,
  width: number,
  share: number,
): readonly [string, string] => {
  const end = fit(right, Math.max(Math.floor(share * width), width - columns(left) - 2));
  const begin = fit(left, width - columns(end) - 2);
  return [begin, `${" ".repeat(Math.max(0, width - columns(begin) - columns(end)))}${end}`];
};

const mark = (chosen: boolean): string => (chosen ? "▸ " : "  ");

const tones: Readonly<Record<Waiting["word"], Tone>> = {
  asks: "wait",
  paused: "wait",
  "no runner": "wait",
  "not started": "strong",
  "to merge": "good",
  unreadable: "bad",
  "goes on": "busy",
};

/** @param most lines of what it waits for */
const waitingLines = (
  one: Waiting,
  page: Page,
  most: number,
  chosen: boolean,
): readonly string[] => {
  const room = page.width - 2 - columns(one.word) - 2;
  const [title, end] = apart(cleanLine(one.title), one.key ?? "", room, 0.5);
  const lines = clean(one.text)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const rows =
    most === 1 ? lines : lines.flatMap((line) => wrap(line, page.width - lead).split("\n"));
  return [
    `${mark(chosen)}${paint(page, tones[one.word], one.word)}  ${paint(page, "strong", title)}${paint(page, "dim", end)}`,
    ...rows.slice(0, most).map((line) => fit(`${" ".repeat(lead)}${line}`, page.width)),
  ];
};

/** Who does it, its time against its limit, changed lines and usage. */
const measures = ({ job, entries }: AtWork, now: number): string => {
  const { since, limitMs } = job;
  const edits = entries.filter((entry) => entry.is === "edited");
  const used = entries.findLast((entry) => entry.is === "used");
  const took = since === null ? "" : span(Math.max(0, now - Date.parse(since)));
  return [
    job.kind === "check" ? "" : cleanLine(job.by ?? ""),
    took === "" || limitMs === undefined ? took : `${took} of ${span(limitMs)}`,
    edits.length === 0 ? "" : changedLines(edits),
    used === undefined ? "" : usageText(used.usage),
  ]
    .filter((part) => part !== "")
    .join(" · ");
};

const agentLines = (
  one: AtWork,
  page: Page,
  now: number,
  most: number,
  chosen: boolean,
): readonly string[] => {
  const { sign, shade } = unitStates.running;
  const { of, done } = one.pieces;
  const where = [of === 0 ? "" : `${done}/${of}`, cleanLine(one.title), onWhich(one.job) ?? ""]
    .filter((part) => part !== "")
    .join(" · ");
  const [label, end] = apart(cleanLine(one.job.label), where, page.width - lead, 0.25);
  const [does, beside] = apart(one.job.does ?? "", measures(one, now), page.width - lead, 0.6);
  const narrow = { ...page, width: page.width - lead - 2 };
  const last = one.entries
    .filter(({ is }) => is !== "used")
    .slice(-most)
    .flatMap((entry) => entryText(entry, narrow).split("\n"))
    .filter((line) => !["", one.job.does].includes(line.trim()))
    .slice(-most);
  return [
    `${mark(chosen)}${paint(page, shade, sign)} ${paint(page, "strong", label)}${paint(page, "dim", end)}`,
    `${" ".repeat(lead)}${paint(page, "busy", does)}${paint(page, "dim", beside)}`,
    ...last.map((line) => `${" ".repeat(lead + 2)}${line}`),
    "",
  ];
};

/** `at`: the line at which what is chosen begins, and the one after its end; null: nothing is. */
export type Drawn = {
  readonly lines: readonly string[];
  readonly at: readonly [number, number] | null;
};

/**
 * @param chosen id of what is chosen
 * @param rows lines that the screen has for it: the more there are, the more last lines an agent has
 * @param now in ms
 */
export const boardLines = (
  { waits, agents }: Board,
  page: Page,
  {
    chosen,
    rows,
    now,
  }: { readonly chosen: string | null; readonly rows: number; readonly now: number },
): Drawn => {
  const left = rows - 2 * waits.length - (waits.length === 0 ? 0 : 1);
  const spare = left - 4 * agents.length;
  const mostAsked = Math.max(1, Math.min(6, 1 + Math.floor(spare / Math.max(1, waits.length))));
  const room = agents.length === 0 ? 0 : Math.floor(left / agents.length) - 3;
  const most = Math.min(mostLast, Math.max(leastLast, room));
  const isChosen = (id: string): boolean => id === chosen;
  const parts = [
    ...waits.map((one) => ({
      id: one.id,
      lines: waitingLines(one, page, mostAsked, isChosen(one.id)),
    })),
    ...(waits.length === 0 ? [] : [{ id: "", lines: [""] }]),
    ...agents.map((one) => ({
      id: one.id,
      lines: agentLines(one, page, now, most, isChosen(one.id)),
    })),
  ];
  const place = parts.findIndex(({ id }) => isChosen(id));
  const begin = parts
    .slice(0, Math.max(0, place))
    .reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    lines: parts.length === 0 ? idle : parts.flatMap(({ lines }) => lines),
    at: [begin, begin + (parts[place]?.lines.length ?? 0)],
  };
};

/** `2 agents and 1 check at work · 1 question · 1 to merge` */
export const boardTitle = ({ waits, agents }: Board): string => {
  const checks = agents.filter(({ job }) => job.kind === "check").length;
  const many = (of: Waiting["word"]): number => waits.filter(({ word }) => word === of).length;
  const told = (of: Waiting["word"], words: string = of): readonly string[] =>
    many(of) === 0 ? [] : [`${many(of)} ${words}`];
  const others = agents.length - checks;
  const work = [
    ...(others === 0 ? [] : [howMany(others, "agent")]),
    ...(checks === 0 ? [] : [howMany(checks, "check")]),
  ].join(" and ");
  return [
    work === "" ? "no agent is at work" : `${work} at work`,
    ...told("goes on", "between two jobs"),
    ...(many("asks") === 0 ? [] : [howMany(many("asks"), "question")]),
    ...told("no runner"),
    ...told("not started"),
    ...told("to merge"),
  ].join(" · ");
};
