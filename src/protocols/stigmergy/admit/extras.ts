// Unknown keys in edits: preserved object by object as one change.
import { type Entries, extrasAfter, unknownOf } from "../../../kit/document/extras.ts";
import { readJson } from "../../../core/json/json.ts";
import { extrasSize, extrasText } from "../../../kit/document/unknown-keys.ts";
import { finding, type Part } from "../../../kit/document/part.ts";
import { isRefusal } from "../../../core/refusal.ts";
import * as form from "../files/form.ts";
import { objectAt, storyExtras } from "../files/layout.ts";
import { extrasLimit } from "../limits.ts";
import { stateFile } from "../manifest.ts";
import type { State } from "../state.ts";
import type { Copy } from "./copy.ts";
import { entryOf } from "./entry-of.ts";
import { epicIn, storyIn } from "./story-by-id.ts";
import type { StateDoc } from "./typed.ts";

type Object = {
  readonly is: "root" | "epic" | "story" | "issue";
  readonly part: Part;
  readonly known: ReadonlySet<string>;
  readonly name: string;
  /** Returns null if the object doesn't exist. */
  of(state: State): Entries | null;
};

const sets = {
  root: new Set(Object.keys(form.state.entries)),
  manifest: new Set(Object.keys(form.manifest.entries)),
  epic: new Set(Object.keys(form.epic.entries)),
  story: new Set(Object.keys(form.story.entries)),
  issue: new Set(Object.keys(form.issue.entries)),
} as const;

/** Indexed, because a manifest may have thousands of stories with unknown keys. */
const known = new WeakMap<State["extras"], ReadonlyMap<string, Entries>>();
const storedAt = ({ extras }: Pick<State, "extras">, name: string): Entries | null => {
  const map =
    known.get(extras) ??
    new Map(
      extras.filter(({ file }) => file === stateFile).map((one) => [one.pointer, one.entries]),
    );
  known.set(extras, map);
  return map.get(name) ?? null;
};
const keptAt = (state: State, name: string): Entries => storedAt(state, name) ?? [];

const objectsOf = ({ part, manifest, epics, issues }: StateDoc): readonly Object[] => [
  {
    is: "root",
    part,
    known: sets.root,
    name: objectAt.root,
    of: (state) => keptAt(state, objectAt.root),
  },
  {
    is: "root",
    part: manifest,
    known: sets.manifest,
    name: objectAt.manifest,
    of: (state) => keptAt(state, objectAt.manifest),
  },
  ...epics.flatMap((epic): readonly Object[] => [
    {
      is: "epic",
      part: epic.part,
      known: sets.epic,
      name: objectAt.epic(epic.id),
      of: (state) =>
        epicIn(state, epic.id) === null ? null : keptAt(state, objectAt.epic(epic.id)),
    },
    ...epic.stories.map(({ part: at, id }): Object => ({
      is: "story",
      part: at,
      known: sets.story,
      name: objectAt.story(id),
      of: (state) => {
        const story = storyIn(state, id);
        return story === null
          ? null
          : (storedAt(state, objectAt.story(id)) ?? storyExtras({ extras: [] }, story));
      },
    })),
  ]),
  ...issues.map(({ part: at, id }): Object => ({
    is: "issue",
    part: at,
    known: sets.issue,
    name: objectAt.issue(id),
    of: (state) =>
      state.issues.some((issue) => issue.id === id) ? keptAt(state, objectAt.issue(id)) : null,
  })),
];

/** Returns null if the edit doesn't mention them, or their object is gone. */
const afterwards = (
  { part, known, of }: Object,
  now: State,
  bases: readonly State[],
): [string, string][] | null => {
  const given = unknownOf(part, known);
  const standing = of(now);
  const were = bases.map((base) => of(base) ?? []);
  if (standing === null || (given.length === 0 && were.every((one) => one.length === 0)))
    return null;
  let value: [string, string][] | null = null;
  for (const entries of were) {
    const before = readJson(extrasText(entries));
    value = extrasAfter(standing, isRefusal(before) ? null : before, part, known);
    if (value === null) return null;
  }
  return value;
};

/** The edit adds keys to an object that was removed since its author read it. */
const isOrphan = ({ part, known, of }: Object, now: State, bases: readonly State[]): boolean => {
  if (of(now) !== null || unknownOf(part, known).length === 0) return false;
  return bases.every((base) => {
    const entries = of(base) ?? [];
    const before = readJson(extrasText(entries));
    const value = extrasAfter(entries, isRefusal(before) ? null : before, part, known);
    return value !== null && JSON.stringify(value) !== JSON.stringify(entries);
  });
};
const unknownCodes = {
  root: "FILE_BROKEN",
  epic: "EPIC_UNKNOWN",
  story: "STORY_UNKNOWN",
  issue: "ISSUE_UNKNOWN",
} as const;

export const extrasAsked = (copy: Copy, bases: readonly State[], doc: StateDoc): void => {
  const now = copy.state();
  const objects = objectsOf(doc);
  // An earlier refusal already explains why something is missing.
  if (copy.findings().length === 0)
    copy.find(
      objects
        .filter((object) => isOrphan(object, now, bases))
        .map(({ is, part, name }) =>
          finding(
            part,
            unknownCodes[is],
            `${name.replace(":", " ")} isn't there any more`,
            "read the file again",
          ),
        ),
    );
  const changes = objects.flatMap((object) => {
    const value = afterwards(object, now, bases);
    return value === null || JSON.stringify(value) === JSON.stringify(object.of(now))
      ? []
      : [{ pointer: object.name, value, part: object.part }];
  });
  const long = changes.filter(({ value }) => extrasSize(value) > extrasLimit);
  copy.find(
    long.map(({ part }) =>
      finding(
        part,
        "FIELD_OVERSIZED",
        `the unknown keys here are longer than ${extrasLimit} characters`,
        "a file of their own",
      ),
    ),
  );
  const [first, ...rest] = changes;
  if (first === undefined || long.length > 0) return;
  const more = rest.map(({ pointer, value }) => ({ pointer, value }));
  const data = {
    file: stateFile,
    pointer: first.pointer,
    value: first.value,
    ...(more.length === 0 ? {} : { more }),
  };
  copy.ask(first.part, entryOf(copy, []), { type: "KeepExtras", data: data });
};
