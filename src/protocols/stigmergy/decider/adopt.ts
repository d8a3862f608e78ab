// Why: a file that was found is taken over as it stands, what it lacks is said, and nothing in it counts as proved (specification, section 9).
import { unnumbered } from "../../../core/ahead.ts";
import { howMany } from "../../../core/how-many.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { refuseAll } from "../../../core/refusal.ts";
import { checksIn } from "../checks-of.ts";
import { fitting } from "../criteria.ts";
import { entry } from "../entries.ts";
import { evolve } from "../evolve.ts";
import {
  architectureFiles,
  briefFile,
  prdFile,
  qaFile,
  storiesOf,
  storyFile,
  uxFile,
} from "../manifest.ts";
import { criteriaIn, plainLines } from "../markdown/lines.ts";
import { criteriaByStory } from "../markdown/story-criteria.ts";
import type { StigmergyCommands, StigmergyEvents } from "../messages.ts";
import { saul } from "../roster.ts";
import { type Subject, unsettledIssue } from "../subjects.ts";
import { opening } from "./opening.ts";
import { reconsider } from "./passing.ts";
import { startSettings } from "./settings.ts";
import { chain, type Decided, type Follow } from "./step.ts";
import { measuredAs } from "./measured.ts";

type Data = StigmergyCommands["Adopt"]["data"];
type Docs = Readonly<Record<string, string>>;

/** Digests where all of them are there and say something; null: the part isn't finished. */
const docsOf = ({ files = {} }: Data, paths: readonly string[]): Docs | null => {
  const found = paths.map(
    (path) =>
      [path, (files[path]?.text ?? "").trim() === "" ? undefined : files[path]?.digest] as const,
  );
  return found.some(([, digest]) => digest === undefined)
    ? null
    : Object.fromEntries(found.map(([path, digest]) => [path, digest ?? ""]));
};

/** A failed story that no unsettled issue is about gets one, unless that is what a person is asked about. */
const orphans: Follow = (state, stamp) =>
  chain(
    state,
    stamp,
    storiesOf(state)
      .filter(({ id, status }) => {
        const subject: Subject = `story:${id}`;
        return (
          status === "FAILED" &&
          state.halted?.subject !== subject &&
          unsettledIssue(state, subject) === null
        );
      })
      .map(({ id }) => opening(`story:${id}`, "it was found FAILED, with no issue open")),
  );

export const adopt = (data: Data, stamp: Stamp): Decided => {
  const { found, files = {} } = data;
  const { settings, findings } = startSettings(data.settings, data.odd);
  const refused = refuseAll(findings);
  if (refused !== null) return refused;
  const qa = files[qaFile]?.text;
  const withoutQa = architectureFiles.filter((path) => path !== qaFile);
  const architecture =
    docsOf(data, architectureFiles) ?? (settings.checks === null ? null : docsOf(data, withoutQa));
  const docs = {
    brief: docsOf(data, [briefFile]),
    prd: docsOf(data, [prdFile]),
    ux: docsOf(data, [uxFile]),
    architecture,
  };
  const required = criteriaByStory(files[prdFile]?.text ?? "");
  const fileOf = (id: string) => files[storyFile(id)] ?? null;
  const epics = found.epics.map((epic) => ({
    ...epic,
    stories: epic.stories.map((story) => {
      const criteria = criteriaIn(plainLines(fileOf(story.id)?.text ?? ""));
      return {
        ...story,
        criteria: [
          ...fitting(criteria.length > 0 ? criteria : (required.get(story.id) ?? story.criteria)),
        ],
      };
    }),
  }));
  const stories = Object.fromEntries(
    epics
      .flatMap((epic) => epic.stories)
      .map(({ id }) => {
        const file = fileOf(id);
        return [id, file === null ? null : { path: storyFile(id), digest: file.digest }];
      }),
  );
  const count = data.corrections.length;
  const summary = `Taken over as found${count === 0 ? "." : `, with ${howMany(count, "correction")}: ${data.corrections.join("; ")}`}`;
  const marked = entry({ lastAt: found.last_at }, stamp, saul, "PROJECT_ADOPTED", summary);
  const begun: StigmergyEvents["ProjectAdopted"] = {
    type: "ProjectAdopted",
    data: {
      run: data.run ?? "",
      found: { ...found, epics },
      settings,
      corrections: data.corrections,
      docs,
      checks: qa === undefined ? [] : checksIn(qa, settings).checks,
      stories,
      digests: data.digests,
      tree: data.contents?.["now"] ?? null,
      ...measuredAs(data.whole),
      entry: marked,
    },
  };
  const state = evolve(null, unnumbered(begun, stamp));
  return [begun, ...chain(state, stamp, [orphans, reconsider])];
};
