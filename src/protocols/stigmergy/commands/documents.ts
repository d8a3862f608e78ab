// Why: a document counts as finished when it is there and holds what the next role needs, and its digest is kept (specification, section 4).
import { changed, editEntry, files, finished, story } from "../shapes.ts";
import { storyFiles, withFiles } from "./world.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { howMany } from "../../../core/how-many.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import type { Digest, Path } from "../../../core/row.ts";
import { checksIn } from "../checks-of.ts";
import { criteriaOf } from "../criteria.ts";
import { type Entry, entry } from "../entries.ts";
import {
  architectureFiles,
  isListed,
  prdFile,
  qaFile,
  storiesOf,
  storyFile,
  uxFile,
  windowOf,
} from "../manifest.ts";
import { saul } from "../roster.ts";
import type { Part, State, Status } from "../state.ts";
import { gateStep } from "../decider/gates.ts";
import { filesOf, mark } from "../decider/marks.ts";
import { type Decided, type Follow, chain, statusWrong, withStory } from "../decider/step.ts";
import { missingOf } from "../markdown/story-criteria.ts";

type Finished = t.DataOf<typeof finished>;
type Files = Finished["files"];
type Docs = Readonly<Record<Path, Digest>>;

/** Digests of files that are there and not empty. Refused: DOC_MISSING. */
const docsOf = (paths: readonly Path[], files: Files): Docs | Refusal => {
  const missing = paths.filter((path) => (files?.[path]?.text ?? "").trim() === "");
  const refused = refuseAll(
    missing.map((path) =>
      refuse("DOC_MISSING", `${path} isn't there, or is empty`, { path, fits: "write it first" }),
    ),
  );
  return refused ?? Object.fromEntries(paths.map((path) => [path, files?.[path]?.digest ?? ""]));
};

const inStatus = (state: State, status: Status, what: string): Refusal | null =>
  state.status === status ? null : statusWrong(state, what, `in ${status}`);

const said = ({ summary, entry: given }: Finished, otherwise: string): string => {
  const words = (summary ?? given?.summary ?? "").trim();
  return words === "" ? otherwise : words;
};

/** It is recorded already as it stands there: saying so again changes nothing. */
const isKnown = (state: State, part: Part, docs: Docs): boolean =>
  JSON.stringify(state.parts[part]) === JSON.stringify(docs);

/** An agent that told of it by the file and then reports it is heard, whatever came since: nothing changes. */
const isEcho = (state: State, { by }: Stamp, part: Part, docs: Docs | Refusal): boolean =>
  by.kind === "agent" && !isRefusal(docs) && isKnown(state, part, docs);

/** What its agent wrote, as the engine saw it; else what it says. */
const written = (data: Finished, docs: Docs): readonly Path[] => filesOf(data) ?? Object.keys(docs);

const told = (
  state: State,
  stamp: Stamp,
  data: Finished,
  docs: Docs,
  signal: string,
  otherwise: string,
): Entry =>
  mark(state, stamp, {
    signal,
    summary: said(data, otherwise),
    files: written(data, docs),
    given: data.entry,
  });

export const finishBrief = command("FinishBrief", {
  means: "Says that the brief is written.",
  data: { ...finished, path: t.optional(t.text) },
  who: ["agent", "file", "person"],
  ask: (state, { path }) => ({ files: [path ?? state.briefPath] }),
  ...withFiles,
  decide: (state, data, stamp) => {
    const path = data.path ?? state.briefPath;
    const found = docsOf([path], data.files);
    if (isEcho(state, stamp, "brief", found)) return [];
    const docs = inStatus(state, "NEEDS_BRIEFING", "finishing the brief") ?? found;
    if (isRefusal(docs)) return docs;
    if (isKnown(state, "brief", docs)) return [];
    const marked = told(state, stamp, data, docs, "BRIEF_COMPLETE", "The brief is written.");
    // Where it alone was made anew, all the rest of the blueprint is there already.
    return chain(state, stamp, [
      () => [event.briefFinished({ docs, path, entry: marked })],
      gateStep("brief"),
      blueprint,
    ]);
  },
});

const wanted = ({ settings }: State): readonly Part[] =>
  settings.ux ? ["prd", "ux", "architecture"] : ["prd", "architecture"];

/** All that planning makes is there. */
export const blueprint: Follow = (state, stamp) => {
  if (
    state.status !== "NEEDS_PLANNING" ||
    !isListed(state) ||
    wanted(state).some((part) => state.parts[part] === null)
  )
    return [];
  const summary = `The blueprint is complete: ${howMany(state.epics.length, "epic")}, ${howMany(storiesOf(state).length, "story", "stories")}.`;
  return chain(state, stamp, [
    (now, at) => [
      event.blueprintCompleted({ entry: entry(now, at, saul, "BLUEPRINT_COMPLETE", summary) }),
    ],
    gateStep("blueprint"),
  ]);
};

export const finishPrdAlone = (state: State, data: Finished, stamp: Stamp): Decided => {
  const found = docsOf([prdFile], data.files);
  if (isEcho(state, stamp, "prd", found)) return [];
  const docs = inStatus(state, "NEEDS_PLANNING", "finishing the product requirements") ?? found;
  if (isRefusal(docs)) return docs;
  if (isKnown(state, "prd", docs)) return [];
  const marked = told(
    state,
    stamp,
    data,
    docs,
    "PRD_COMPLETE",
    "The product requirements are written.",
  );
  return chain(state, stamp, [() => [event.prdFinished({ docs, entry: marked })], blueprint]);
};

export const finishUx = command("FinishUx", {
  means: "Says that the UX specification is written.",
  data: finished,
  who: ["agent", "file", "person"],
  ask: () => ({ files: [uxFile] }),
  ...withFiles,
  decide: (state, data, stamp) => {
    const found = docsOf([uxFile], data.files);
    if (isEcho(state, stamp, "ux", found)) return [];
    const docs = inStatus(state, "NEEDS_PLANNING", "finishing the UX specification") ?? found;
    if (isRefusal(docs)) return docs;
    if (isKnown(state, "ux", docs)) return [];
    const marked = told(
      state,
      stamp,
      data,
      docs,
      "UX_COMPLETE",
      "The UX specification is written.",
    );
    return chain(state, stamp, [() => [event.uxFinished({ docs, entry: marked })], blueprint]);
  },
});

export const finishArchitecture = command("FinishArchitecture", {
  means: "Says that the architecture is written.",
  data: finished,
  who: ["agent", "file", "person"],
  ask: () => ({ files: architectureFiles }),
  ...withFiles,
  decide: (state, data, stamp) => {
    const qa = data.files?.[qaFile] ?? null;
    const paths = architectureFiles.filter(
      (path) => path !== qaFile || state.settings.checks === null || qa !== null,
    );
    const docs = docsOf(paths, data.files);
    const not = inStatus(state, "NEEDS_PLANNING", "finishing the architecture");
    if (not !== null) return isEcho(state, stamp, "architecture", docs) ? [] : not;
    if (state.parts.prd === null)
      return refuse("PRD_MISSING", "the product requirements come before the architecture", {
        fits: "FinishPrd first",
      });
    if (isRefusal(docs)) return docs;
    const { checks, findings } =
      state.settings.checks === null
        ? checksIn(qa?.text ?? "", state.settings)
        : { checks: [], findings: [] };
    const refused = refuseAll(findings);
    if (refused !== null) return refused;
    if (
      isKnown(state, "architecture", docs) &&
      JSON.stringify(checks) === JSON.stringify(state.proposedChecks)
    )
      return [];
    const marked = told(
      state,
      stamp,
      data,
      docs,
      "ARCHITECTURE_COMPLETE",
      "The architecture is written.",
    );
    return chain(state, stamp, [
      () => [event.architectureFinished({ docs, checks, entry: marked })],
      blueprint,
    ]);
  },
});

export const recordStoryFile = command("RecordStoryFile", {
  means: "Says that a story's file is written.",
  data: {
    story,
    summary: t.optional(t.text),
    files_modified: t.optional(t.texts),
    entry: editEntry,
    files,
    changed,
  },
  who: ["agent", "file"],
  ask: (state, { story: id }) => ({ files: storyFiles(state, id) }),
  ...withFiles,
  decide: (state, data, stamp) =>
    withStory(state, data.story, (story) => {
      const { id } = story;
      const path = storyFile(id);
      const docs = docsOf([path], data.files);
      const known = !isRefusal(docs) && story.file?.digest === docs[path];
      if (known && stamp.by.kind === "agent") return [];
      const not = inStatus(state, "EXECUTION_IN_PROGRESS", `recording the file of story ${id}`);
      if (not !== null) return not;
      const window = windowOf(state);
      if (story.status !== "PENDING" || !window.some((one) => one.id === id))
        return refuse(
          "STORY_UNORDERED",
          `story ${id} is ${story.status === "PENDING" ? "not next" : story.status}`,
          {
            fits: `next: ${window.map((one) => one.id).join(", ")}`,
          },
        );
      if (isRefusal(docs)) return docs;
      const criteria = criteriaOf(path, data.files?.[path]?.text ?? "");
      if (isRefusal(criteria)) return criteria;
      if (known) return [];
      const digest = docs[path] ?? "";
      const missing = [...missingOf(data.files?.[prdFile]?.text ?? "", id, criteria)];
      const summary = `Story ${id} "${story.title}": ${said(data, `its file is written, with ${criteria.length} criteria`)}`;
      const marked = mark(state, stamp, {
        signal: "STORY_CREATED",
        summary,
        files: written(data, docs),
        given: data.entry,
      });
      return chain(state, stamp, [
        () => [
          event.storyFileRecorded({
            story: id,
            path,
            digest,
            criteria: [...criteria],
            ...(missing.length === 0 ? {} : { missing }),
            entry: marked,
          }),
        ],
        gateStep(`story:${id}`),
      ]);
    }),
});
