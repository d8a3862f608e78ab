// Messages about paths left out of the work, or forbidden content of a person's commits: reason and remedy.
import { firstOf } from "../../core/words/how-many.ts";
import type { LeftOut } from "../../workspace/workspace.ts";

/** How many paths of a kind are named. */
const most = 5;

const reasons: Readonly<Record<LeftOut["why"], { readonly is: string; readonly then: string }>> = {
  nested: {
    is: "it is a git repository of its own",
    then: "take it in as files, or let `setup` in cairn.config.json make it",
  },
  submodule: {
    is: "it is a submodule, and stays at its commit",
    then: "commit the new one yourself",
  },
  large: {
    is: "it is over 10 MB",
    then: "add it to .gitignore and let `setup` in cairn.config.json make it, or commit it yourself",
  },
  secret: {
    is: "it seems to hold a secret",
    then: "move that into a file that git ignores, and name the file in `place.copy` of cairn.config.json, or commit it yourself where it is none",
  },
  message: {
    is: "it seems to hold a secret",
    then: "what its job did is taken as one commit with a message of the engine's",
  },
  special: {
    is: "it is neither a file nor a link, and git keeps nothing else",
    then: "let the program that needs it make it",
  },
  document: {
    is: "it is one of the run's own documents, which never land",
    then: "nothing is to be done",
  },
  pointer: {
    is: "it is a pointer of Git LFS to contents that are nowhere here",
    then: "let the file itself be written in its place",
  },
  demand: {
    is: "it has git run programs that it didn't run here before",
    then: "commit that change yourself, if you want it",
  },
  litter: {
    is: "it is what tools make",
    then: "add it to .gitignore, or name it in `keep` of cairn.config.json if it is to land",
  },
  refused: {
    is: "git refuses such a name or content in what it gets",
    then: "name or write it otherwise",
  },
  link: { is: "it leads out of the tree", then: "let it lead to a file of the repository" },
  committed: { is: "git ignores it, or tools make it", then: "it was committed, and lands" },
  before: {
    is: "it was here, untracked, before the run began",
    then: "`git add` what belongs to the work",
  },
  beyond: {
    is: "its job was to write elsewhere",
    then: "if the change is wanted, make it yourself, or ask for it in a job that may write there",
  },
};

/** `of`: the owner. */
export const leftWords = ({ path, why }: LeftOut, of = ""): string =>
  `${path}${of} isn't taken along: ${reasons[why].is}; ${reasons[why].then}`;

/** The same as lines, with all that tools made in one. */
export const leftLines = (all: readonly LeftOut[], of: string): readonly string[] => {
  const {
    litter = [],
    committed = [],
    link = [],
    before = [],
    other = [],
  } = Object.groupBy(all, ({ why }) =>
    why === "litter" || why === "committed" || why === "link" || why === "before" ? why : "other",
  );
  const names = (some: readonly LeftOut[]): string =>
    firstOf(
      some.map(({ path }) => path),
      most,
    );
  const { then } = reasons.litter;
  return [
    ...other.map((one) => leftWords(one, of)),
    ...(litter.length === 0
      ? []
      : [`what tools made${of} isn't taken along: ${names(litter)}; ${then}`]),
    ...(before.length === 0
      ? []
      : [
          `what was here, untracked, before the run began isn't taken along${of}: ${names(before)}; ${reasons.before.then}`,
        ]),
    ...(committed.length === 0
      ? []
      : [
          `what git or a list of tools' files ignores${of} was committed, and lands: ${names(committed)}; look at it before you merge`,
        ]),
    ...(link.length === 0
      ? []
      : [
          `what leads out of the tree${of} lands as links: ${names(link)}; look at it before you merge`,
        ]),
  ];
};

/** Forbidden content of commits; null: none. */
export const heldWords = (held: readonly LeftOut[]): string | null =>
  held.length === 0
    ? null
    : firstOf(
        held.map(({ path, why }) => `${path} (${reasons[why].is})`),
        most,
      );
