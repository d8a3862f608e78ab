// Ultrawork: a goal is explored, planned as tasks that can be shown, worked side by side, and judged as a whole.
import type { Dialect } from "../../work/dialect.ts";
import { waves } from "../../work/graph.ts";
import { dialectProtocol } from "../../work/protocol.ts";
import { fileSchemas, write } from "./documents.ts";
import { rework } from "./drafts.ts";
import { explorationRecorded, recordExploration } from "./explore.ts";
import { place, placesOf } from "./folder.ts";
import { kinds } from "./kinds.ts";
import { explorers, phase, tasks } from "./phase.ts";
import { plan } from "./plan.ts";
import { start } from "./start.ts";
import { isSettled } from "../../work/unit.ts";
import { isBegun, type Work } from "../../work/work.ts";
import { noteFile, designFile } from "./briefs.ts";

/** A run of one wave needs no word for it. */
const wavesOf = (state: Work): readonly (readonly string[])[] => {
  const all = waves(tasks(state));
  return all.length < 2 ? [] : all;
};
const groups = (state: Work): ReadonlyMap<string, string> =>
  new Map(
    wavesOf(state).flatMap((ids, index) => ids.map((id) => [id, `wave ${index + 1}`] as const)),
  );
const facts = (state: Work): readonly string[] => {
  const all = wavesOf(state);
  const done = new Set(tasks(state).flatMap((unit) => (isSettled(unit) ? [unit.id] : [])));
  const now = all.findIndex((ids) => ids.some((id) => !done.has(id)));
  return now < 0 || !isBegun(state) ? [] : [`wave ${now + 1} of ${all.length}`];
};

const dialect: Dialect = {
  name: "ultrawork",
  kinds,
  start,
  plan,
  rework,
  phase,
  place,
  ignores: placesOf,
  output: (state) => `${place(state)}/session.json`,
  documents: (state) => [designFile, ...explorers(state).map(noteFile)],
  write,
  dropIns: [{ folder: "tasks", ending: ".json" }],
  read: (found) => import("./adopt.ts").then(({ read }) => read(found)),
  check: (files) => import("./read/reading.ts").then(({ check }) => check(files)),
  admit: (rules, ...asked) =>
    import("./edits.ts").then(({ admitWith }) => admitWith({ ...rules, dialect }, ...asked)),
  schemas: fileSchemas,
  get commands() {
    return [recordExploration(dialect)];
  },
  events: [explorationRecorded],
  groups,
  facts,
};

export const ultrawork = dialectProtocol(dialect);
