// Edits of the manifest, read as its replacement before the gate and as its growth after it.
import { finding, type Part } from "../../../kit/document/part.ts";
import { epicStatus, statusBehind } from "../manifest.ts";
import type { StigmergyCommands } from "../commands.ts";
import type { Epic, State } from "../state.ts";
import type { Copy } from "./copy.ts";
import { entryOf } from "./entry-of.ts";
import { epicIn, epicOf, storyIn } from "./story-by-id.ts";
import type { EpicDoc, StateDoc, StoryDoc } from "./typed.ts";

type StoryInput = StigmergyCommands["ReplaceManifest"]["data"]["epics"][number]["stories"][number];

const inputOf = ({ id, title, status, agent }: StoryDoc): StoryInput => ({
  story_id: id,
  title: title.value,
  status: status.value,
  ...(agent === null ? {} : { agent }),
});
const epicInput = ({ id, title, stories }: EpicDoc) => ({
  epic_id: id,
  title: title.value,
  stories: stories.map(inputOf),
});

const isTitle = (mine: string, theirs: string): boolean =>
  mine === theirs || mine.trim() === theirs.trim();
const isSame = (epics: readonly Epic[], docs: readonly EpicDoc[]): boolean =>
  epics.length === docs.length &&
  epics.every((epic, index) => {
    const doc = docs[index];
    return (
      doc?.id === epic.id &&
      isTitle(epic.title, doc.title.value) &&
      epic.stories.length === doc.stories.length &&
      epic.stories.every(
        (story, at) =>
          story.id === doc.stories[at]?.id && isTitle(story.title, doc.stories[at].title.value),
      )
    );
  });

/** Before its gate the manifest is replaced as a whole; returns false if unchanged. */
export const isReplaced = (bases: readonly State[], { epics }: StateDoc): boolean => {
  const [base] = bases;
  const free =
    base !== undefined &&
    ["NEEDS_BRIEFING", "NEEDS_PLANNING", "READY_FOR_EXECUTION"].includes(statusBehind(base));
  return free && !bases.some((one) => isSame(one.epics, epics));
};

const replaced = (copy: Copy, doc: StateDoc): void => {
  if (isSame(copy.state().epics, doc.epics)) return;
  copy.ask(doc.manifest, entryOf(copy, []), {
    type: "ReplaceManifest",
    data: { epics: doc.epics.map(epicInput) },
  });
};

const frozen = (part: Part, text: string): ReturnType<typeof finding> =>
  finding(
    part,
    "MANIFEST_FROZEN",
    text,
    "new stories and epics come at the end; a person withdraws one: `cairn send … WithdrawStory`",
  );
const shrunk = (part: Part, what: string): ReturnType<typeof finding> =>
  finding(
    part,
    "MANIFEST_SHRUNK",
    `${what} isn't there any more`,
    "put it back; a person takes a story out: `cairn send … WithdrawStory`",
  );

/** Items added after the existing ones, if those are unchanged; else a finding on the change. */
const behind = <D>(
  copy: Copy,
  were: readonly string[],
  docs: readonly D[],
  idOf: (doc: D) => string,
  partOf: (doc: D) => Part,
  whole: Part,
): readonly D[] => {
  const ids = docs.map(idOf);
  const lost = were.filter((id) => !ids.includes(id));
  if (lost.length > 0) {
    copy.find(lost.map((id) => shrunk(whole, id)));
    return [];
  }
  const moved = docs.find((doc, index) => index < were.length && idOf(doc) !== were[index]);
  if (moved !== undefined)
    copy.find(frozen(partOf(moved), `${idOf(moved)} doesn't stand behind what was there`));
  return moved === undefined ? docs.slice(were.length) : [];
};

const premature = (copy: Copy, stories: readonly StoryDoc[]): boolean => {
  const early = stories.filter(({ status }) => status.value !== "PENDING");
  copy.find(
    early.map(({ id, status }) =>
      finding(
        status.part,
        "STORY_PREMATURE",
        `story ${id} is new, and says ${status.value}`,
        "PENDING",
      ),
    ),
  );
  return early.length > 0;
};

const titled = (copy: Copy, base: State, doc: StateDoc): void => {
  for (const epic of doc.epics) {
    const was = epicIn(base, epic.id);
    if (was !== null && !isTitle(was.title, epic.title.value))
      copy.find(frozen(epic.title.part, `the title of epic ${epic.id} can't be changed any more`));
    for (const { id, title } of epic.stories) {
      const story = storyIn(base, id);
      if (story !== null && !isTitle(story.title, title.value))
        copy.find(frozen(title.part, `the title of story ${id} can't be changed any more`));
    }
  }
};

/** @param base the state that its author had read */
const extended = (copy: Copy, base: State, doc: StateDoc): void => {
  titled(copy, base, doc);
  const epics = behind(
    copy,
    base.epics.map(({ id }) => `epic ${id}`),
    doc.epics,
    ({ id }) => `epic ${id}`,
    ({ part }) => part,
    doc.manifest,
  );
  const now = copy.state();
  const isThere = ({ id, title }: StoryDoc): boolean => {
    const story = storyIn(now, id);
    return story !== null && isTitle(story.title, title.value);
  };
  const stories = base.epics.flatMap((epic) => {
    const is = doc.epics.find(({ id }) => id === epic.id);
    if (is === undefined) return [];
    const elsewhere = is.stories.find(({ id }) => (epicOf(base, id)?.id ?? epic.id) !== epic.id);
    if (elsewhere !== undefined) {
      copy.find(frozen(elsewhere.part, `story ${elsewhere.id} belongs to another epic`));
      return [];
    }
    const added = behind(
      copy,
      epic.stories.map(({ id }) => id),
      is.stories,
      ({ id }) => id,
      ({ part }) => part,
      is.part,
    ).filter((one) => !isThere(one));
    return added.length === 0 ? [] : [{ epic: epic.id, docs: added }];
  });
  const fresh = epics.filter(
    ({ id, stories: list }) => epicIn(now, id) === null || !list.every(isThere),
  );
  const early = premature(copy, [
    ...stories.flatMap(({ docs }) => docs),
    ...fresh.flatMap((epic) => epic.stories),
  ]);
  if (early || (fresh.length === 0 && stories.length === 0)) return;
  copy.ask(doc.manifest, entryOf(copy, []), {
    type: "ExtendManifest",
    data: {
      epics: fresh.map(epicInput),
      stories: stories.map(({ epic, docs }) => ({ epic, stories: docs.map(inputOf) })),
    },
  });
};

/** @param bases what the file showed to its author, newest last */
export const manifestAsked = (copy: Copy, bases: readonly State[], doc: StateDoc): void => {
  const base = bases.find((one) => isSame(one.epics, doc.epics));
  const last = bases.at(-1);
  if (base !== undefined || last === undefined) return;
  if (isReplaced(bases, doc)) replaced(copy, doc);
  else extended(copy, last, doc);
};

/** An epic's status follows from its stories: with the edit's statuses, or with those after the whole edit. */
export const epicsDerived = (copy: Copy, bases: readonly State[], { epics }: StateDoc): void => {
  const now = copy.state();
  for (const { id, status, stories } of epics) {
    const were = [...bases, now].flatMap((one) => {
      const epic = epicIn(one, id);
      return epic === null ? [] : [epicStatus(epic)];
    });
    const given = epicStatus({ stories: stories.map((story) => ({ status: story.status.value })) });
    if (status.value === given || were.includes(status.value)) continue;
    copy.reject(
      status.part,
      "EPIC_DERIVED",
      `the status of epic ${id} follows from its stories: ${were.at(-1) ?? given}`,
      "leave it as it stands",
    );
  }
};
