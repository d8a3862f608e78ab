// A repository of a user, a folder for places beside it, and what is asked of both in tests.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { digest } from "../../../src/core/hash.ts";
import type { Places, Site } from "../../../src/workspace/places.ts";
import { openPlaces, type PlacesOptions } from "../../../src/workspace/places/open-places.ts";
import { gitIn, ownFolder, repositoryIn } from "../workspace-folder.ts";

export const ana = { name: "ana", email: "ana@cairn.invalid" };

export type Scene = {
  readonly top: string;
  readonly root: string;
  readonly site: Site;
  readonly places: Places;
  /** The commit on which the scene begins. */
  readonly base: string;
  /** Digest of HEAD, index, branches and all files of the user's checkout. */
  user(): string;
  head(): string;
};

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === "objects" || entry.name === "cairn-land" ? [] : filesBelow(path);
    return entry.isFile() ? [`${path} ${digest(readFileSync(path))}`] : [path];
  });

export const scene = async (
  t: TestContext,
  files?: Readonly<Record<string, string>>,
  options: PlacesOptions = {},
): Promise<Scene> => {
  const top = ownFolder(t);
  const before = process.env["CAIRN_PLACES"];
  process.env["CAIRN_PLACES"] = join(top, "places");
  t.after(() => {
    if (before === undefined) delete process.env["CAIRN_PLACES"];
    else process.env["CAIRN_PLACES"] = before;
  });
  const root = repositoryIn(
    join(top, "shop"),
    files ?? { "a.txt": "a\n", "src/b.txt": "b\n", ".gitignore": "made/\n" },
  );
  const site: Site = { root, run: "r1", documents: [".ai"] };
  const places = openPlaces(options);
  assert.equal(await places.unfit(root), null);
  const base = gitIn(root, "rev-parse", "HEAD");
  assert.equal((await places.base(site, { changes: false })).commit, base);
  return {
    top,
    root,
    site,
    places,
    base,
    user: () => digest(filesBelow(root).toSorted().join("\n")),
    head: () => gitIn(root, "rev-parse", "HEAD"),
  };
};

/** What a place or checkout holds, by path; `.git` apart. */
export const contentOf = (folder: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  const look = (at: string, prefix: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (prefix === "" && entry.name === ".git") continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) look(path, `${prefix}${entry.name}/`);
      else
        found[`${prefix}${entry.name}`] = entry.isFile() ? readFileSync(path, "utf8") : "special";
    }
  };
  if (existsSync(folder)) look(folder, "");
  return found;
};
