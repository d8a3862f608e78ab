// The command that takes over a state file as it was found; nothing in it counts as proved.
import { contents, files, foundRun, settingsInput, whole } from "../shapes.ts";
import { proofAsks } from "./world.ts";
import { opener } from "./declare.ts";
import { withConfigured } from "../../../kit/command.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { unnumbered } from "../../../core/rules/ahead.ts";
import { howMany } from "../../../core/words/how-many.ts";
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
import type { StigmergyEvents } from "../events.ts";
import { saul } from "../roster.ts";
import { settingNames } from "../settings.ts";
import { unsettledIssue } from "../subjects.ts";
import type { Subject } from "../state.ts";
import { opening } from "../decider/opening.ts";
import { reconsider } from "./gates.ts";
import { startSettings } from "./settings.ts";
import { type Follow, chain, measuredAs } from "../decider/step.ts";

const adoptFields = {
  found: foundRun,
  corrections: t.texts,
  quarantined: t.list(t.record({ path: t.text, why: t.text })),
  digests: t.byName(t.text),
  settings: t.optional(settingsInput),
  run: t.optional(t.text),
  whole,
  files,
  contents,
};
type Data = t.DataOf<typeof adoptFields>;
type Docs = Readonly<Record<string, string>>;

/** Digests if all files exist and aren't empty; null if the part is unfinished. */
const docsOf = ({ files = {} }: Data, paths: readonly string[]): Docs | null => {
  const found = paths.map(
    (path) =>
      [path, (files[path]?.text ?? "").trim() === "" ? undefined : files[path]?.digest] as const,
  );
  return found.some(([, digest]) => digest === undefined)
    ? null
    : Object.fromEntries(found.map(([path, digest]) => [path, digest ?? ""]));
};

/** Opens an issue for each failed story without an unsettled one, unless a person is already asked about it. */
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

export const adopt = opener("Adopt", {
  means: "Takes over an existing state file as it was found.",
  data: adoptFields,
  who: ["person"],
  ask: (_state, { found }) => ({
    ...proofAsks(),
    files: [
      briefFile,
      prdFile,
      uxFile,
      ...architectureFiles,
      ...found.epics.flatMap(({ stories }) => stories.map(({ id }) => storyFile(id))),
    ],
  }),
  fill: (_data, { files, contents = {}, tree }) => ({ files, contents, whole: tree }),
  filled: ["files", "contents", "whole", "run"],
  completes: withConfigured(settingNames),
  open: (data, stamp) => {
    const { found, files = {} } = data;
    const { settings, findings } = startSettings(data.settings);
    const refused = refuseAll(findings);
    if (refused !== null) return refused;
    const qa = files[qaFile]?.text;
    const withoutQa = architectureFiles.filter((path) => path !== qaFile);
    const architecture =
      docsOf(data, architectureFiles) ??
      (settings.checks === null ? null : docsOf(data, withoutQa));
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
    const begun: StigmergyEvents["ProjectAdopted"] = event.projectAdopted({
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
    });
    const state = evolve(null, unnumbered(begun, stamp));
    return [begun, ...chain(state, stamp, [orphans, reconsider])];
  },
});
