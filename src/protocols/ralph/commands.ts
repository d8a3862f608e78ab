// All commands of ralph: a run's beginning, edits of its documents, and those of work in passes.
import { unlessArchived } from "../../core/frame.ts";
import { isRefusal } from "../../core/refusal.ts";
import { anybody } from "../../core/sender.ts";
import { adopts, beginningInput, begins, begun } from "../../kit/attempts/attempts.ts";
import { textLimit, wordsList } from "../../kit/attempts/commands.ts";
import { optionFlags } from "../../kit/attempts/options.ts";
import { isSettled } from "../../kit/attempts/state.ts";
import { commandsOn } from "../../kit/command.ts";
import { declarationsIn } from "../../kit/maker.ts";
import * as t from "../../kit/schema.ts";
import { editRefused, prdRefused } from "./edit-rules.ts";
import { attempts, documents, type RalphEvent } from "./events.ts";
import { differences, newPrd, prdIn } from "./prd.ts";
import { starting } from "./starting.ts";
import { filesShape, loopShape, slugOf, type State } from "./state.ts";

const { command, opener } = commandsOn<State, RalphEvent>();

const storyInput = t.record({ title: t.filled(200), criteria: wordsList });
/** Format: `TITLE: CRITERION; CRITERION`. */
const storyOf = (given: unknown): t.Of<typeof storyInput> => {
  const [title = "", ...rest] = String(given).split(":");
  const criteria = rest
    .join(":")
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return { title: title.trim(), criteria: criteria.length === 0 ? [title.trim()] : criteria };
};

const belowRoot = t.matching(
  /^(?!\/|~|.*(?:^|\/)\.\.(?:\/|$)).+$/u,
  "must be a folder below the root",
);

export const start = opener("Start", {
  means: "Starts a loop: a PRD of stories, each done by a fresh agent, checked and judged.",
  words: ["goal"],
  flags: [
    {
      name: "story",
      means: '"TITLE: CRITERION; CRITERION": a story; may be given several times',
      word: "TEXT",
      many: true,
      field: ["stories"],
      read: (all) => all.map(storyOf),
    },
    ...optionFlags,
  ],
  starts: starting,
  data: {
    goal: t.means("what is wanted; the only story, where none is given", t.filled(textLimit)),
    stories: t.optional(t.mostOf(500, storyInput)),
    folder: t.standing(t.means("of its files, below the root", belowRoot), "scripts/ralph"),
    ...beginningInput,
  },
  who: anybody,
  ...begins,
  open: ({ goal, stories: asked, ...given }) => {
    const title = goal.split("\n", 1)[0]?.slice(0, 200) ?? "";
    const stories = asked ?? [{ title, criteria: [goal] }];
    const data = begun(given, stories.length);
    if (isRefusal(data)) return data;
    const text = newPrd({ title, branch: `cairn/${slugOf(title)}`, description: goal }, stories);
    const files = { prd: "prd.json", progress: "progress.txt" };
    const folder = data.folder.replace(/\/+$/u, "");
    return [documents.runStarted({ ...data, folder, files, text, title, loop: null })];
  },
});

export const adopt = opener("Adopt", {
  means: "Takes over a loop that is there, with its progress file and the plugin's loop file.",
  data: {
    folder: t.text,
    files: filesShape,
    text: t.text,
    progress: t.text,
    loop: t.maybe(loopShape),
    corrections: t.texts,
    digests: t.byName(t.text),
    ...beginningInput,
  },
  who: ["person"],
  ...adopts,
  open: (found) => {
    const wrong = prdRefused(found.files.prd, found.text);
    if (wrong !== null) return wrong;
    const { title, description, stories } = prdIn(found.text);
    const data = begun(found, stories.filter(({ passed }) => !passed).length);
    if (isRefusal(data)) return data;
    const { loop, files, options } = data;
    const left =
      loop === null || loop.limit === 0 ? null : Math.max(0, loop.limit - loop.iteration);
    const max_passes = found.options?.max_passes ?? left ?? options.max_passes;
    return [
      documents.runAdopted({
        ...data,
        title: title || description.split("\n", 1)[0] || files.prd,
        options: { ...options, max_passes },
      }),
    ];
  },
});

const editPrd = command("EditPrd", {
  means: "Takes another text of the PRD.",
  data: { text: t.text },
  who: ["person", "file"],
  when: unlessArchived,
  decide: (state, { text }, { by }) => {
    if (text === state.text) return [];
    const changes = differences(state.prd, prdIn(text));
    const no = prdRefused(state.files.prd, text) ?? editRefused(state, changes, by);
    if (no !== null) return no;
    const { added, removed, edited, unpassed } = changes;
    const asked = edited.filter(({ work }) => work).map(({ id }) => id);
    const again = new Set([...unpassed, ...asked].filter((id) => isSettled(state, id)));
    return [
      documents.prdEdited({ text, added, removed, edited: edited.map(({ id }) => id) }),
      ...[...again].map((unit) =>
        attempts.events.unitReopened({ unit, why: "the PRD was edited" }),
      ),
    ];
  },
});

const editProgress = command("EditProgress", {
  means: "Takes what somebody wrote into the progress file.",
  data: { head: t.maybe(t.text), added: t.text },
  who: ["person", "file"],
  when: unlessArchived,
  decide: (_state, edit) =>
    edit.head === null && edit.added === "" ? [] : [documents.progressEdited(edit)],
});

const editLoop = command("EditLoop", {
  means: "Records that the plugin's loop file changed, or is gone: its prompt and limit count.",
  data: { loop: t.maybe(loopShape) },
  who: ["engine"],
  decide: (state, { loop }) => {
    const { loop: before, options, paused } = state;
    if (before === null || before.digest === loop?.digest) return [];
    const more =
      loop === null || before.limit === 0 || loop.limit === 0 ? 0 : loop.limit - before.limit;
    const max_passes = Math.max(state.passes, options.max_passes + more);
    return [
      documents.loopEdited({ loop }),
      ...(loop === null && !paused ? [attempts.events.runPaused({})] : []),
      ...(more === 0 ? [] : [attempts.events.optionsSet({ options: { ...options, max_passes } })]),
    ];
  },
});

export const commands = declarationsIn(
  { start, adopt, editPrd, editProgress, editLoop },
  attempts.commands,
);
