// How a run of ralph begins: with stories from the command line, or a PRD that is there.
import { belowRootOf } from "../../kit/documents.ts";
import { fits } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import type { Begun, Dialect } from "../../work/dialect.ts";
import { seriesFlags } from "../../work/usual-kind.ts";
import { draftsOf, ownShape, slugOf } from "./own.ts";
import { newPrd, prdIn } from "./prd.ts";

const storyInput = t.record({
  title: t.filled(200),
  criteria: t.mostOf(50, t.filled(8_192)),
});
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
const fields = {
  stories: t.optional(t.means("the goal alone, if not said", t.mostOf(500, storyInput))),
  folder: t.standing(t.means("of its files, below the root", belowRoot), "scripts/ralph"),
};

export const files = { prd: "prd.json", progress: "progress.txt" };
const leastPasses = 10;
const usual = (open: number) => ({ max_passes: Math.min(500, Math.max(leastPasses, 2 * open)) });

const begin = ({ goal, ...data }: { readonly goal: string } & t.DataOf<typeof fields>): Begun => {
  const title = goal.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
  const stories = data.stories ?? [{ title, criteria: [goal] }];
  const text = newPrd({ title, branch: `cairn/${slugOf(title)}`, description: goal }, stories);
  const folder = data.folder.replace(/\/+$/u, "");
  return {
    units: draftsOf(prdIn(text)),
    more: { folder, files, text, progress: "", loop: null, removed: [] },
    options: usual(stories.length),
    approved: true,
  };
};

export const start: Dialect["start"] = {
  purpose:
    "You list stories. A fresh agent does one at a time, your checks run on it, and a second agent judges each criterion.",
  means: "Starts a loop: a PRD of stories, each done by a fresh agent, checked and judged.",
  fields,
  flags: [
    {
      name: "story",
      means: '"TITLE: CRITERION; CRITERION": a story; may be given several times',
      word: "TEXT",
      many: true,
      field: ["stories"],
      read: (all) => all.map(storyOf),
    },
    ...seriesFlags,
  ],
  optionNames: [],
  completes: (data) => data,
  begin,
  again({ units, more }) {
    const folder = fits(ownShape, more) ? more.folder : "";
    const stories = units.map(({ title, criteria }) => ({
      title,
      criteria: criteria.map(({ text }) => text),
    }));
    return { data: { stories, folder }, switches: [] };
  },
};

export const adopting: NonNullable<Dialect["adopting"]> = {
  /** The limit of the plugin's loop counts on. */
  options({ units, more }) {
    const loop = fits(ownShape, more) ? more.loop : null;
    return loop === null || loop.limit === 0
      ? usual(units.filter(({ status }) => status === "open").length)
      : { max_passes: Math.min(500, Math.max(1, loop.limit - loop.iteration)) };
  },
  /** Its folder, relative to the root. */
  completes(found, { facts: { root } }) {
    if (!fits(ownShape, found.more)) return found;
    const folder = belowRootOf(root, found.more.folder);
    return { ...found, more: { ...found.more, folder } };
  },
};
