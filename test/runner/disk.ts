// Helper of runner tests: facts of the world from plain texts, only those requested.
import { digest } from "../../src/core/hash.ts";
import type { Ask, Facts } from "../../src/core/protocol.ts";
import type { Span } from "../../src/core/span.ts";
import type { Ground, Places, Workspace } from "../../src/workspace/workspace.ts";
import { makeDisk } from "../sim/disk.ts";
import { makeGit } from "../sim/git.ts";
import { placesFor } from "../sim/places.ts";

/** Nobody changes the work here. */
const still = ({ from, to }: NonNullable<Ask["span"]>): Span => ({
  known: true,
  from,
  to: to ?? { tree: "t", head: "h" },
  changed: [],
  commits: [],
  rewritten: false,
});

export const untouched: Pick<
  Workspace,
  "unwritable" | "lowLimits" | "unmakeable" | "isFolder" | "real" | "fences"
> = {
  fences: () => Promise.reject(new Error("nothing is fenced in this world")),
  unwritable: () => Promise.resolve(null),
  lowLimits: () => Promise.resolve(null),
  unmakeable: () => Promise.resolve(null),
  isFolder: () => Promise.resolve(true),
  real: (path) => Promise.resolve(path),
};

/** Places in which nobody changes anything. */
export const stillPlaces = (): Places => {
  const disk = makeDisk(() => 0, "a".repeat(40));
  return placesFor({
    git: makeGit(disk),
    disk,
    call: (_what, effect) => Promise.resolve(effect()),
    moves: () => undefined,
  });
};

/** `disk`: path → text. */
export const factsOf = (
  disk: Readonly<Record<string, string>>,
  ground: Ground,
  ask: Ask,
  at: string,
): Facts => {
  const isAsked = (path: string): boolean =>
    ask.files?.includes(path) === true ||
    ask.folders?.some(({ folder }) => path.startsWith(`${folder}/`)) === true;
  return {
    at,
    root: ground.root,
    folder: ground.place,
    repo: null,
    head: ask.tree === true ? "h" : null,
    tree: ask.tree === true ? "t" : null,
    changed: [],
    files: Object.fromEntries(
      Object.entries(disk).flatMap(([path, text]) =>
        isAsked(path) ? [[path, { digest: digest(text), text }]] : [],
      ),
    ),
    outputs: {},
    commits: {},
    ...(ask.span === undefined ? {} : { span: still(ask.span) }),
    ...(ask.contents === undefined
      ? {}
      : { contents: Object.fromEntries(Object.keys(ask.contents).map((name) => [name, "c"])) }),
  };
};
