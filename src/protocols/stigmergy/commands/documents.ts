// Commands that finish documents and story files: each is there, holds what the next role needs, and its digest is kept.
import { changed, editEntry, files, finished, story } from "../shapes.ts";
import { storyFiles, withFiles } from "./world.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { howMany } from "../../../core/words/how-many.ts";
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
import {
  type Decided,
  type Events,
  type Follow,
  chain,
  statusWrong,
  withStory,
} from "../decider/step.ts";
import { missingOf } from "../markdown/story-criteria.ts";

type Finished = t.DataOf<typeof finished>;
type Files = Finished["files"];
type Docs = Readonly<Record<Path, Digest>>;

/** Digests of existing, non-empty files. Refusal: DOC_MISSING. */
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

/** Already recorded with the same content, so nothing changes. */
const isKnown = (state: State, part: Part, docs: Docs): boolean =>
  JSON.stringify(state.parts[part]) === JSON.stringify(docs);

/** An agent that first announced it in the file and then reports it is accepted at any later time: nothing changes. */
const isEcho = (state: State, { by }: Stamp, part: Part, docs: Docs | Refusal): boolean =>
  by.kind === "agent" && !isRefusal(docs) && isKnown(state, part, docs);

/** The files that the agent wrote as the engine saw them, else as it reports them. */
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

const wanted = ({ settings }: State): readonly Part[] =>
  settings.ux ? ["prd", "ux", "architecture"] : ["prd", "architecture"];

/** Passes to the gate once planning has produced everything. */
export const blueprint: Follow = (state, stamp) => {
  if (
    state.status !== "NEEDS_PLANNING" ||
    !isListed(state) ||
    wanted(state).some((part) => state.parts[part] === null)
  )
    return [];
  const summary = `The blueprint is complete: ${howMany(state.epics.length, "epic")}, ${howMany(storiesOf(state).length, "story")}.`;
  return chain(state, stamp, [
    (now, at) => [
      event.blueprintCompleted({ entry: entry(now, at, saul, "BLUEPRINT_COMPLETE", summary) }),
    ],
    gateStep("blueprint"),
  ]);
};

type Document = {
  readonly part: Part;
  readonly path: Path;
  readonly status: Status;
  readonly name: string;
  readonly signal: string;
  readonly told: string;
};
/** Finishes a part that is a single file. `made`: event that records the file. */
const finishing = (
  state: State,
  data: Finished,
  stamp: Stamp,
  { part, path, status, name, signal, told: otherwise }: Document,
  made: (docs: Docs, entry: Entry) => Events[number],
): Decided => {
  const found = docsOf([path], data.files);
  if (isEcho(state, stamp, part, found)) return [];
  const docs = inStatus(state, status, `finishing the ${name}`) ?? found;
  if (isRefusal(docs)) return docs;
  if (isKnown(state, part, docs)) return [];
  const marked = told(state, stamp, data, docs, signal, otherwise);
  // If only the brief was redone, the rest of the blueprint already exists.
  return chain(state, stamp, [() => [made(docs, marked)], gateStep("brief"), blueprint]);
};

export const finishBrief = command("FinishBrief", {
  means: "Says that the brief is written.",
  data: { ...finished, path: t.optional(t.text) },
  who: ["agent", "file", "person"],
  ask: (state, { path }) => ({ files: [path ?? state.briefPath] }),
  ...withFiles,
  decide: (state, data, stamp) => {
    const path = data.path ?? state.briefPath;
    const brief: Document = {
      part: "brief",
      path,
      status: "NEEDS_BRIEFING",
      name: "brief",
      signal: "BRIEF_COMPLETE",
      told: "The brief is written.",
    };
    return finishing(state, data, stamp, brief, (docs, entry) =>
      event.briefFinished({ docs, path, entry }),
    );
  },
});

const prd: Document = {
  part: "prd",
  path: prdFile,
  status: "NEEDS_PLANNING",
  name: "product requirements",
  signal: "PRD_COMPLETE",
  told: "The product requirements are written.",
};
export const finishPrdAlone = (state: State, data: Finished, stamp: Stamp): Decided =>
  finishing(state, data, stamp, prd, (docs, entry) => event.prdFinished({ docs, entry }));

const ux: Document = {
  part: "ux",
  path: uxFile,
  status: "NEEDS_PLANNING",
  name: "UX specification",
  signal: "UX_COMPLETE",
  told: "The UX specification is written.",
};
export const finishUx = command("FinishUx", {
  means: "Says that the UX specification is written.",
  data: finished,
  who: ["agent", "file", "person"],
  ask: () => ({ files: [uxFile] }),
  ...withFiles,
  decide: (state, data, stamp) =>
    finishing(state, data, stamp, ux, (docs, entry) => event.uxFinished({ docs, entry })),
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
            criteria,
            ...(missing.length === 0 ? {} : { missing }),
            entry: marked,
          }),
        ],
        gateStep(`story:${id}`),
      ]);
    }),
});
