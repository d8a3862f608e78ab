// Commands that list epics and stories: freely until the gate, then only more at the end.
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { added, editEntry, epicInput, files, finished } from "../shapes.ts";
import { withFiles } from "./world.ts";
import { command } from "./declare.ts";
import { unlessArchived } from "../../../core/rules/frame.ts";
import { howMany } from "../../../core/words/how-many.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { epicsLimit, storiesLimit, textLimit } from "../limits.ts";
import { bareEpics, epicIn, isListed, prdFile, statusBehind, storiesOf } from "../manifest.ts";
import { manifestOf } from "../markdown/manifest-of.ts";
import type { StigmergyEvents } from "../events.ts";
import { builderOf } from "../roster.ts";
import type { Epic, State } from "../state.ts";
import { blueprint, finishPrdAlone } from "./documents.ts";
import { gateStep } from "../decider/gates.ts";
import { mark } from "../decider/marks.ts";
import { chain, fold, statusWrong } from "../decider/step.ts";

type GivenEpic = t.Of<typeof epicInput>;
type GivenStory = GivenEpic["stories"][number];
type FreshEpic = StigmergyEvents["ManifestReplaced"]["data"]["epics"][number];
type FreshStory = FreshEpic["stories"][number];

const invalid = (pointer: string, text: string, fits?: string): Refusal =>
  refuse("MANIFEST_INVALID", text, { pointer, ...(fits === undefined ? {} : { fits }) });
const idForm = /^[\w.-]{1,64}$/u;

const freshOf = ({ story_id: id, title, agent }: GivenStory): FreshStory => ({
  id,
  title: title.trim(),
  builder: agent === undefined ? null : builderOf(agent),
});

const storyFindings = (
  stories: readonly GivenStory[],
  pointer: string,
  taken: Set<string>,
): readonly Refusal[] =>
  stories.flatMap((story, index) => {
    const at = `${pointer}/stories/${index}`;
    const { story_id: id, title, status } = story;
    const file = id.toLowerCase();
    const twice = taken.has(file);
    taken.add(file);
    return [
      ...(idForm.test(id)
        ? []
        : [
            invalid(
              `${at}/story_id`,
              `${JSON.stringify(id.slice(0, 80))} is no id of a story`,
              "letters, digits, . _ -, at most 64",
            ),
          ]),
      ...(twice
        ? [
            invalid(
              `${at}/story_id`,
              `there are two stories ${id}`,
              "ids that differ by more than case: they name files",
            ),
          ]
        : []),
      ...(title.trim() === "" || title.length > textLimit
        ? [invalid(`${at}/title`, `story ${id} has no title, or one that is too long`)]
        : []),
      ...(status === undefined || status === "PENDING"
        ? []
        : [invalid(`${at}/status`, `story ${id} is new, and says ${status}`, "PENDING")]),
    ];
  });

const epicFindings = (
  epics: readonly GivenEpic[],
  takenEpics: Set<number>,
  taken: Set<string>,
): readonly Refusal[] =>
  epics.flatMap((epic, index) => {
    const at = `/epics/${index}`;
    const twice = takenEpics.has(epic.epic_id);
    takenEpics.add(epic.epic_id);
    return [
      ...(twice ? [invalid(`${at}/epic_id`, `there are two epics ${epic.epic_id}`)] : []),
      ...(epic.title.trim() === "" || epic.title.length > textLimit
        ? [invalid(`${at}/title`, `epic ${epic.epic_id} has no title, or one that is too long`)]
        : []),
      ...storyFindings(epic.stories, at, taken),
    ];
  });

const tooMany = (epics: number, stories: number): readonly Refusal[] => [
  ...(epics > epicsLimit
    ? [invalid("/epics", `${epics} epics are too many`, `at most ${epicsLimit}`)]
    : []),
  ...(stories > storiesLimit
    ? [invalid("/epics", `${stories} stories are too many`, `at most ${storiesLimit}`)]
    : []),
];
const count = (epics: readonly GivenEpic[]): number =>
  epics.reduce((sum, { stories }) => sum + stories.length, 0);
const told = (epics: number, stories: number): string =>
  [...(epics === 0 ? [] : [howMany(epics, "epic")]), howMany(stories, "story")].join(", ");

const freshEpic = (epic: GivenEpic): FreshEpic => ({
  id: epic.epic_id,
  title: epic.title.trim(),
  stories: epic.stories.map(freshOf),
});
const sameManifest = (state: State, epics: readonly FreshEpic[]): boolean =>
  JSON.stringify(epics) ===
  JSON.stringify(
    state.epics.map(({ id, title, stories }) => ({
      id,
      title,
      stories: stories.map((story) => ({
        id: story.id,
        title: story.title,
        builder: story.builder,
      })),
    })),
  );

export const replaceManifest = command("ReplaceManifest", {
  means: "Replaces the list of epics and stories.",
  data: { epics: t.list(epicInput), entry: editEntry },
  who: ["agent", "file", "person"],
  decide: (state, { epics, entry: given }, stamp) => {
    if (state.status !== "NEEDS_PLANNING" && state.status !== "READY_FOR_EXECUTION")
      return state.status === "NEEDS_BRIEFING"
        ? refuse("MANIFEST_FROZEN", "stories are listed once the brief is done", {
            fits: "FinishBrief first",
          })
        : refuse("MANIFEST_FROZEN", "the blueprint's gate is passed: stories are only added", {
            fits: "ExtendManifest, WithdrawStory",
          });
    const refused = refuseAll([
      ...(epics.length === 0 ? [invalid("/epics", "the manifest has no epic")] : []),
      ...epicFindings(epics, new Set(), new Set()),
      ...tooMany(epics.length, count(epics)),
    ]);
    if (refused !== null) return refused;
    const fresh = epics.map(freshEpic);
    if (sameManifest(state, fresh)) return [];
    const summary = `The manifest: ${told(epics.length, count(epics))}.`;
    const entry = mark(state, stamp, {
      signal: isListed({ epics: fresh }) ? "MANIFEST_COMPLETE" : "NOTE",
      summary,
      given,
    });
    return chain(state, stamp, [
      () => [event.manifestReplaced({ epics: fresh, entry })],
      state.status === "NEEDS_PLANNING" ? blueprint : gateStep("blueprint"),
    ]);
  },
});

const listedAs = ({ id, title, stories }: Epic): GivenEpic => ({
  epic_id: id,
  title,
  stories: stories.map((story) => ({
    story_id: story.id,
    title: story.title,
    ...(story.builder === null ? {} : { agent: story.builder }),
  })),
});
const filled = (epic: Epic, headed: readonly GivenEpic[]): GivenEpic => ({
  ...listedAs(epic),
  stories: headed.find((one) => one.epic_id === epic.id)?.stories ?? [],
});

export const importManifest = command("ImportManifest", {
  means: "Takes the epics and stories from the headings of the product requirements.",
  data: { files, entry: editEntry },
  who: ["agent", "file", "person"],
  ask: () => ({ files: [prdFile] }),
  ...withFiles,
  decide: (state, { files, entry }, stamp) => {
    if (isListed(state)) return [];
    const text = files?.[prdFile]?.text;
    if (text === undefined)
      return refuse("DOC_MISSING", `${prdFile} isn't there`, {
        path: prdFile,
        fits: "write it first",
      });
    const { epics, findings } = manifestOf(text);
    const refused = refuseAll(findings);
    if (refused !== null) return refused;
    const headed = epics.map(({ id, title, stories }): GivenEpic => ({
      epic_id: id,
      title,
      stories: stories.map((story) => ({ story_id: story.id, title: story.title })),
    }));
    const bare = bareEpics(state).filter(({ id }) => !headed.some((epic) => epic.epic_id === id));
    if (bare.length > 0)
      return (
        refuseAll(
          bare.map(({ id }) =>
            invalid("/epics", `${prdFile} has no story for epic ${id} of the manifest`),
          ),
        ) ?? []
      );
    // Listed epics and stories stay as written.
    const given =
      state.epics.length === 0
        ? headed
        : state.epics.map((epic) =>
            epic.stories.length > 0 ? listedAs(epic) : filled(epic, headed),
          );
    return replaceManifest.decide(
      state,
      entry === undefined ? { epics: given } : { epics: given, entry },
      stamp,
    );
  },
});

/** Can include the manifest. Its author reports both at once, because the first report ends the job. */
export const finishPrd = command("FinishPrd", {
  means: "Says that the product requirements are written.",
  data: {
    ...finished,
    manifest: t.optional(
      t.means("epics and stories are listed as it heads them, if none are listed yet", t.flag),
    ),
  },
  who: ["agent", "file", "person"],
  ask: () => ({ files: [prdFile] }),
  ...withFiles,
  decide: (state, data, stamp) => {
    const finished = finishPrdAlone(state, data, stamp);
    if (isRefusal(finished) || data.manifest !== true || isListed(state)) return finished;
    const after = fold(state, finished, stamp);
    const listed = importManifest.decide(
      { ...state, lastAt: after.lastAt },
      data.files === undefined ? {} : { files: data.files },
      stamp,
    );
    return isRefusal(listed)
      ? listed
      : [...finished, ...listed, ...blueprint(fold(after, listed, stamp), stamp)];
  },
});

/** New items must come after the last story that has started. */
const placed = (state: State, epics: readonly number[]): readonly Refusal[] => {
  const last = state.epics.findLastIndex(({ stories }) =>
    stories.some(({ status }) => status !== "PENDING"),
  );
  return epics.flatMap((id, index) => {
    const at = state.epics.findIndex((epic) => epic.id === id);
    if (at < 0)
      return [
        refuse("EPIC_UNKNOWN", `there is no epic ${id}`, {
          pointer: `/stories/${index}/epic`,
          fits: state.epics.map((epic) => String(epic.id)).join(", "),
        }),
      ];
    return at < last
      ? [
          refuse("MANIFEST_FROZEN", `stories of a later epic than ${id} have begun`, {
            pointer: `/stories/${index}`,
            fits: "a new epic at the end",
          }),
        ]
      : [];
  });
};

export const extendManifest = command("ExtendManifest", {
  means: "Adds epics or stories.",
  data: {
    epics: t.optional(t.list(epicInput)),
    stories: t.optional(t.list(added)),
    entry: editEntry,
  },
  who: ["person", "file"],
  when: unlessArchived,
  decide: (state, { epics = [], stories = [], entry: given }, stamp) => {
    const status = statusBehind(state);
    const byPerson = stamp.by.kind === "person";
    if (status === "PROJECT_COMPLETE" && !byPerson)
      return refuse("PROJECT_CLOSED", "the project is complete", {
        fits: "a person adds to it: `cairn send … ExtendManifest`",
      });
    if (status !== "EXECUTION_IN_PROGRESS" && status !== "PROJECT_COMPLETE")
      return statusWrong(state, "adding stories", "once the blueprint's gate is passed");
    if (epics.length === 0 && stories.every((one) => one.stories.length === 0)) return [];
    const ids = new Set(storiesOf(state).map(({ id }) => id.toLowerCase()));
    const refused = refuseAll([
      ...placed(
        state,
        stories.map(({ epic }) => epic),
      ),
      ...stories.flatMap((one, index) => storyFindings(one.stories, `/stories/${index}`, ids)),
      ...epicFindings(epics, new Set(state.epics.map(({ id }) => id)), ids),
      ...tooMany(state.epics.length + epics.length, ids.size),
    ]);
    if (refused !== null) return refused;
    const added = stories.reduce((sum, one) => sum + one.stories.length, 0) + count(epics);
    const where = stories
      .map(({ epic }) => `epic ${epic} "${epicIn(state, epic)?.title ?? ""}"`)
      .join(", ");
    const summary = `Added: ${told(epics.length, added)}${where === "" ? "" : `, in ${where}`}.`;
    const entry = mark(state, stamp, { signal: "MANIFEST_EXTENDED", summary, given });
    const fresh = stories.map(({ epic, stories: list }) => ({ epic, stories: list.map(freshOf) }));
    return [event.manifestExtended({ epics: epics.map(freshEpic), stories: fresh, entry })];
  },
});
