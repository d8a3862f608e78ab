// Events of planning: its documents, the manifest, gates, and what changed since them.
import {
  check,
  docs,
  entry,
  gate,
  listedAdded,
  listedEpic,
  maybe,
  story,
  whole,
} from "../shapes.ts";
import { endsAs, newsAs } from "./entry.ts";
import { event } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import { ownOf } from "../../../core/json/own.ts";
import type { Part, State, Subject } from "../state.ts";
import { subjectFrom, workOf } from "../subjects.ts";
import { based } from "../evolve/fresh.ts";
import {
  changeStory,
  changeTally,
  closedTally,
  freshEpic,
  freshStory,
  guided,
  triedAgain,
} from "../evolve/change.ts";

/** A finished part keeps nothing of its attempts except their number. */
const finished = (state: State, part: Part, docs: Readonly<Record<string, string>>): State =>
  changeTally(
    { ...forgotten(state, Object.keys(docs)), parts: { ...state.parts, [part]: docs } },
    part,
    closedTally,
  );

/** A newly recorded file replaces what was observed of it. */
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

export const briefFinished = event("BriefFinished", {
  means: "The brief is written.",
  data: { docs, path: t.text, entry },
  ends: endsAs("written"),
  apply: (state, data) => ({ ...finished(state, "brief", data.docs), briefPath: data.path }),
});

export const prdFinished = event("PrdFinished", {
  means: "The product requirements are written.",
  data: { docs, entry },
  ends: endsAs("written"),
  apply: (state, data) => finished(state, "prd", data.docs),
});

export const uxFinished = event("UxFinished", {
  means: "The UX specification is written.",
  data: { docs, entry },
  ends: endsAs("written"),
  apply: (state, data) => finished(state, "ux", data.docs),
});

export const architectureFinished = event("ArchitectureFinished", {
  means: "The architecture is written; the checks that it proposes are known.",
  data: { docs, checks: t.list(check), entry },
  ends: endsAs("written"),
  apply: (state, data) => ({
    ...finished(state, "architecture", data.docs),
    proposedChecks: data.checks,
  }),
});

export const manifestReplaced = event("ManifestReplaced", {
  means: "The epics and stories were listed, in place of those before.",
  data: { epics: t.list(listedEpic), entry },
  ends: endsAs("written"),
  apply: (state, data) => {
    const epics = data.epics.map(freshEpic);
    return changeTally({ ...state, epics }, "manifest", closedTally);
  },
});

export const manifestExtended = event("ManifestExtended", {
  means: "Epics or stories were added.",
  data: { epics: t.list(listedEpic), stories: t.list(listedAdded), entry },
  apply: (state, data) => {
    const grown = state.epics.map((epic) => {
      const more = data.stories
        .filter((one) => one.epic === epic.id)
        .flatMap(({ stories }) => stories.map(freshStory));
      return more.length === 0 ? epic : { ...epic, stories: [...epic.stories, ...more] };
    });
    const status = state.status === "PROJECT_COMPLETE" ? "EXECUTION_IN_PROGRESS" : state.status;
    return { ...state, status, epics: [...grown, ...data.epics.map(freshEpic)] };
  },
});

export const blueprintCompleted = event("BlueprintCompleted", {
  means: "All that planning makes is there.",
  data: { entry },
  news: newsAs("ends"),
  apply: (state) => ({ ...state, status: "READY_FOR_EXECUTION" }),
});

export const gatePassed = event("GatePassed", {
  means: "A gate was passed; what it covers is pinned.",
  data: {
    gate,
    note: t.text,
    without_checks: t.flag,
    docs: t.means("digests that are pinned", docs),
    checks: t.means("null: none are pinned by this gate", t.maybe(t.list(check))),
    criteria: t.maybe(t.texts),
    missing: t.optional(t.texts),
    by: t.text,
    whole,
    entry,
  },
  apply: (state, data, { at }) => {
    const story = workOf(data.gate);
    if (story !== null)
      return changeStory(state, story, (one) => ({
        ...one,
        approved: true,
        criteria: data.criteria ?? one.criteria,
        missing: data.missing ?? one.missing ?? [],
        file:
          one.file === null
            ? null
            : { ...one.file, digest: data.docs[one.file.path] ?? one.file.digest },
      }));
    if (data.gate === "brief")
      return { ...state, status: "NEEDS_PLANNING", parts: { ...state.parts, brief: data.docs } };
    const bypass = { what: "no checks", by: data.by, reason: data.note, at };
    return {
      ...state,
      ...based(data.whole),
      status: "EXECUTION_IN_PROGRESS",
      pinned: data.docs,
      drift: [],
      checks: data.checks ?? [],
      bypasses: data.without_checks ? [...state.bypasses, bypass] : state.bypasses,
    };
  },
});

export const gateRefused = event("GateRefused", {
  means: "A gate was refused, and what has to be made anew.",
  data: { gate, redo: t.text, reason: t.text, entry },
  apply: (state, data) => {
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
      return changeStory(again, story, (one) => ({ ...one, file: null, criteria: [] }));
    const status =
      redo === "brief" ? "NEEDS_BRIEFING" : gate === "blueprint" ? "NEEDS_PLANNING" : again.status;
    // Parts that an adopted run had pinned are planned anew.
    const free = gate === "blueprint" ? { pinned: null, drift: [] } : {};
    return { ...withoutPart(again, redo), ...free, status };
  },
});

export const storyFileRecorded = event("StoryFileRecorded", {
  means: "A story's file is written.",
  data: {
    story,
    path: t.text,
    digest: t.text,
    criteria: t.texts,
    missing: t.optional(t.texts),
    entry,
  },
  ends: endsAs("written"),
  apply: (state, data) => {
    const { story, path, digest, criteria } = data;
    const recorded = changeStory(forgotten(state, [path]), story, (one) => {
      // An adopted approval without criteria has nothing to hold on to.
      const kept = one.approved && one.criteria.length > 0;
      return {
        ...one,
        file: { path, digest },
        approved: kept,
        missing: data.missing ?? [],
        criteria: kept ? one.criteria : criteria,
      };
    });
    return changeTally(recorded, `story-file:${story}`, closedTally);
  },
});

export const documentFound = event("DocumentFound", {
  means: "What a waiting gate covers was found changed: it asks anew.",
  data: { path: t.text, digest: t.text },
  line: ({ path }) => `${path} was changed while its gate waits: it asks anew`,
  apply: (state, { path, digest }) => ({
    ...state,
    found: { ...state.found, [path]: digest },
  }),
});

export const blueprintDrifted = event("BlueprintDrifted", {
  means: "A pinned document is no longer what it was at the gate.",
  data: { path: t.text, digest: maybe, entry },
  apply: (state, data) => ({
    ...state,
    drift: [
      ...state.drift.filter(({ path }) => path !== data.path),
      { path: data.path, digest: data.digest },
    ],
  }),
});

export const driftReverted = event("DriftReverted", {
  means: "A pinned document is again what it was at the gate.",
  data: { path: t.text, entry },
  apply: (state, data) => ({
    ...state,
    drift: state.drift.filter(({ path }) => path !== data.path),
  }),
});

export const driftAccepted = event("DriftAccepted", {
  means: "A person accepts a pinned document as it is now; its checks and criteria stay pinned.",
  data: { path: t.text, digest: maybe, entry },
  apply: (state, data) => {
    const { path, digest } = data;
    const others = Object.fromEntries(
      Object.entries(state.pinned ?? {}).filter(([one]) => one !== path),
    );
    const pinned = digest === null ? others : { ...others, [path]: digest };
    return { ...state, pinned, drift: state.drift.filter((one) => one.path !== path) };
  },
});
