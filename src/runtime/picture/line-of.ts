// The line of a run in a list, made of its picture.
import { isOver } from "../../core/over.ts";
import type { Card, Time } from "../../core/row.ts";
import { hasBegun, isWork } from "../../core/words/work-nodes.ts";
import { runState } from "../../core/words/states.ts";
import { isToMerge, wrongLines } from "../../core/words/wrong-lines.ts";
import type { RunLine } from "./line.ts";
import type { Attended } from "./shape.ts";

/** Of a run whose picture isn't made: what its card says. Nothing began, as far as is known. */
export const cardLine = ({ head: _head, root: _root, place, ...card }: Card): RunLine => ({
  ...card,
  folder: place,
  startedAt: null,
  title: "",
  state: runState({ ...card, proved: false }, []),
  facts: [],
  pieces: { done: 0, proved: 0, of: 0, failed: 0 },
  evidence: { have: 0, of: 0 },
  driven: false,
  idle: false,
  needsRunner: false,
  wrong: [],
  begun: false,
  toMerge: false,
  workers: [],
  decisions: [],
});

/** Of a run whose record can't be read: what its card says, and why. */
export const unreadableLine = (card: Card, why: string): RunLine => ({
  ...cardLine(card),
  state: "in doubt",
  wrong: [{ shade: "bad", what: "unreadable", text: why }],
  begun: true,
});

/** @param since when its questions were first seen, by `RUN KEY`; else the time of its last event */
export const lineOf = (shown: Attended, since: ReadonlyMap<string, Time> = new Map()): RunLine => {
  const { life, at, endedAt, name, state, usage, nodes, jobs, decisions } = shown;
  return {
    run: shown.run,
    protocol: shown.protocol,
    life,
    version: shown.version,
    good: shown.good,
    origin: shown.origin,
    folder: shown.folder,
    startedAt: shown.startedAt,
    at,
    ...(endedAt === undefined ? {} : { endedAt }),
    title: shown.title,
    ...(name === undefined ? {} : { name }),
    phase: shown.phase,
    state,
    facts: shown.facts,
    pieces: shown.pieces,
    evidence: shown.evidence,
    driven: shown.driven,
    idle: shown.idle,
    needsRunner: shown.needsRunner,
    wrong: wrongLines(shown),
    begun: hasBegun(nodes.filter(isWork)),
    toMerge: isOver(life) && state !== "not done" && isToMerge(shown),
    ...(usage === undefined
      ? {}
      : { usage: { input: usage.input, output: usage.output, cost: usage.cost } }),
    workers: jobs.filter(({ is }) => is === "running"),
    decisions: decisions.map(({ run: of, key, question }) => ({
      run: of,
      key,
      question,
      since: since.get(`${of} ${key}`) ?? at,
    })),
  };
};
