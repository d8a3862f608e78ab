// Why: what planning makes, and what is pinned of it.
import { ownOf } from "../../../core/own.ts";
import type { Part, State } from "../state.ts";
import { type Subject, subjectFrom, workOf } from "../subjects.ts";
import { based } from "./run.ts";
import {
  changeStory,
  changeTally,
  closedTally,
  type Evolve,
  freshEpic,
  freshStory,
  guided,
  marked,
  triedAgain,
} from "./change.ts";

type Table = {
  readonly [
    K in
      | "BriefFinished"
      | "PrdFinished"
      | "UxFinished"
      | "ArchitectureFinished"
      | "ManifestReplaced"
      | "ManifestExtended"
      | "BlueprintCompleted"
      | "GatePassed"
      | "GateRefused"
      | "DocumentFound"
      | "StoryFileRecorded"
      | "BlueprintDrifted"
      | "DriftReverted"
      | "DriftAccepted"
  ]: Evolve<K>;
};

/** A part that is there has nothing of its tries left but their number. */
const finished = (state: State, part: Part, docs: Readonly<Record<string, string>>): State =>
  changeTally(
    { ...forgotten(state, Object.keys(docs)), parts: { ...state.parts, [part]: docs } },
    part,
    closedTally,
  );

/** What is recorded anew is known as it is. */
const forgotten = (state: State, paths: readonly string[]): State =>
  state.found === undefined
    ? state
    : {
        ...state,
        found: Object.fromEntries(
          Object.entries(state.found).filter(([path]) => !paths.includes(path)),
        ),
      };

const withoutPart = (state: State, redo: string): State => {
  if (redo === "manifest") return { ...state, epics: [] };
  if (redo === "prd") return { ...state, epics: [], parts: { ...state.parts, prd: null } };
  if (redo === "brief") return { ...state, parts: { ...state.parts, brief: null } };
  return redo === "architecture"
    ? { ...state, parts: { ...state.parts, architecture: null }, proposedChecks: [] }
    : state;
};

export const documents: Table = {
  BriefFinished: (state, { data }) =>
    marked({ ...finished(state, "brief", data.docs), briefPath: data.path }, data.entry),
  PrdFinished: (state, { data }) => marked(finished(state, "prd", data.docs), data.entry),
  UxFinished: (state, { data }) => marked(finished(state, "ux", data.docs), data.entry),
  ArchitectureFinished: (state, { data }) =>
    marked(
      { ...finished(state, "architecture", data.docs), proposedChecks: data.checks },
      data.entry,
    ),
  ManifestReplaced: (state, { data }) => {
    const epics = data.epics.map(freshEpic);
    return marked(changeTally({ ...state, epics }, "manifest", closedTally), data.entry);
  },
  ManifestExtended: (state, { data }) => {
    const grown = state.epics.map((epic) => {
      const more = data.stories
        .filter((one) => one.epic === epic.id)
        .flatMap(({ stories }) => stories.map(freshStory));
      return more.length === 0 ? epic : { ...epic, stories: [...epic.stories, ...more] };
    });
    const status = state.status === "PROJECT_COMPLETE" ? "EXECUTION_IN_PROGRESS" : state.status;
    return marked(
      { ...state, status, epics: [...grown, ...data.epics.map(freshEpic)] },
      data.entry,
    );
  },
  BlueprintCompleted: (state, { data }) =>
    marked({ ...state, status: "READY_FOR_EXECUTION" }, data.entry),
  GatePassed: (state, { at, data }) => {
    const story = workOf(data.gate);
    if (story !== null)
      return marked(
        changeStory(state, story, (one) => ({
          ...one,
          approved: true,
          criteria: data.criteria ?? one.criteria,
          missing: data.missing ?? one.missing ?? [],
          file:
            one.file === null
              ? null
              : { ...one.file, digest: data.docs[one.file.path] ?? one.file.digest },
        })),
        data.entry,
      );
    if (data.gate === "brief")
      return marked(
        { ...state, status: "NEEDS_PLANNING", parts: { ...state.parts, brief: data.docs } },
        data.entry,
      );
    const bypass = { what: "no checks", by: data.by, reason: data.note, at };
    return marked(
      {
        ...state,
        ...based(data.whole),
        status: "EXECUTION_IN_PROGRESS",
        pinned: data.docs,
        drift: [],
        checks: data.checks ?? [],
        bypasses: data.without_checks ? [...state.bypasses, bypass] : state.bypasses,
      },
      data.entry,
    );
  },
  GateRefused: (state, { data }) => {
    const { gate, redo, reason } = data;
    const story = workOf(gate);
    const counted: State = {
      ...state,
      refusals: { ...state.refusals, [gate]: (ownOf(state.refusals, gate) ?? 0) + 1 },
      asked: {
        ...state.asked,
        [gate]: { shown: null, changes: state.asked?.[gate]?.changes ?? 0 },
      },
    };
    const subject: Subject = story !== null ? `story-file:${story}` : subjectFrom(redo);
    const again = changeTally(counted, subject, (tally) => guided(triedAgain(tally), reason));
    if (story !== null)
      return marked(
        changeStory(again, story, (one) => ({ ...one, file: null, criteria: [] })),
        data.entry,
      );
    const status =
      redo === "brief" ? "NEEDS_BRIEFING" : gate === "blueprint" ? "NEEDS_PLANNING" : again.status;
    // What an adopted run had pinned is planned anew.
    const free = gate === "blueprint" ? { pinned: null, drift: [] } : {};
    return marked({ ...withoutPart(again, redo), ...free, status }, data.entry);
  },
  StoryFileRecorded: (state, { data }) => {
    const { story, path, digest, criteria } = data;
    const recorded = changeStory(forgotten(state, [path]), story, (one) => {
      // One that was found approved without a criterion has nothing that its approval could hold on to.
      const kept = one.approved && one.criteria.length > 0;
      return {
        ...one,
        file: { path, digest },
        approved: kept,
        missing: data.missing ?? [],
        criteria: kept ? one.criteria : criteria,
      };
    });
    return marked(changeTally(recorded, `story-file:${story}`, closedTally), data.entry);
  },
  DocumentFound: (state, { data: { path, digest } }) => ({
    ...state,
    found: { ...state.found, [path]: digest },
  }),
  BlueprintDrifted: (state, { data }) =>
    marked(
      {
        ...state,
        drift: [
          ...state.drift.filter(({ path }) => path !== data.path),
          { path: data.path, digest: data.digest },
        ],
      },
      data.entry,
    ),
  DriftReverted: (state, { data }) =>
    marked({ ...state, drift: state.drift.filter(({ path }) => path !== data.path) }, data.entry),
  DriftAccepted: (state, { data }) => {
    const { path, digest } = data;
    const others = Object.fromEntries(
      Object.entries(state.pinned ?? {}).filter(([one]) => one !== path),
    );
    const pinned = digest === null ? others : { ...others, [path]: digest };
    return marked(
      { ...state, pinned, drift: state.drift.filter((one) => one.path !== path) },
      data.entry,
    );
  },
};
