// Cache of the last tree measurement: spares two of git's four answers while both indexes are the same.
import { randomBytes } from "node:crypto";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parsed } from "../../core/parsed.ts";
import { isRecord } from "../../core/record.ts";
import { Fault } from "../../core/refusal.ts";
import { errorCode } from "../disk/fault.ts";
import { readPlain } from "../disk/plain-file.ts";
import { namesIn, sealOf } from "./index-file.ts";
import type { TreeStore } from "./tree-store.ts";

/** Results of a root's last measurement. */
export type LastMeasure = {
  /** Seal of our index, and the tree made of it. */
  readonly ours: string;
  readonly tree: string;
  /** Seal of the repository's index. "": none; null: unknown. */
  readonly theirs: string | null;
  /** All its entries were in ours then, except excluded ones. */
  readonly covered: boolean;
  readonly ignores: readonly string[];
  /** Its entries that are ignored here. */
  readonly forced: readonly string[];
};

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
const isKnown = (value: unknown): value is LastMeasure =>
  isRecord(value) &&
  typeof value["ours"] === "string" &&
  typeof value["tree"] === "string" &&
  (value["theirs"] === null || typeof value["theirs"] === "string") &&
  typeof value["covered"] === "boolean" &&
  areTexts(value["ignores"]) &&
  areTexts(value["forced"]);

const placeOf = (store: TreeStore): string => join(store.folder, "known.json");

/** null: none, or unreadable. */
export const readKnown = (store: TreeStore): LastMeasure | null => {
  try {
    const value = parsed(readPlain(placeOf(store))?.toString("utf8") ?? "");
    return isKnown(value) ? value : null;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
};

/** Named like borrowed indexes, so that remains of killed processes are swept with them. Not synced: a torn file is invalid JSON. Write errors are ignored. */
const writeKnown = (store: TreeStore, known: LastMeasure): void => {
  const fresh = join(store.folder, `index.${randomBytes(6).toString("hex")}`);
  try {
    writeFileSync(fresh, JSON.stringify(known), { flag: "wx", mode: 0o600 });
    renameSync(fresh, placeOf(store));
  } catch (error) {
    if (errorCode(error) === "") throw error;
  }
};

const theirIndex = ({ repository }: TreeStore): string | null =>
  repository === null ? null : join(repository.own, "index");
/** "": no index, or no repository. */
export const theirSeal = (store: TreeStore): string | null => {
  const index = theirIndex(store);
  return index === null ? "" : sealOf(index);
};

type Out = (name: string) => boolean;

/** Then ignored entries of the repository's index are found in ours, too. */
const isCovered = (
  store: TreeStore,
  theirs: string | null,
  path: string,
  ours: string,
  out: Out,
): boolean => {
  const index = theirIndex(store);
  if (theirs === null || index === null) return theirs !== null;
  const listed = namesIn(index, theirs);
  const had = listed === null ? null : namesIn(path, ours);
  return listed !== null && had !== null && [...listed].every((name) => out(name) || had.has(name));
};

export const areAll = (some: readonly string[], all: ReadonlySet<string>): boolean =>
  some.length === all.size && some.every((one) => all.has(one));

/**
 * The last result for tracked but ignored files: valid while the ignored entries of our index are
 * unchanged, since ours has all of theirs. null: ask again. `known`: for the current index.
 */
export const toldBefore = (
  known: LastMeasure,
  theirs: string | null,
  ignores: readonly string[],
): readonly string[] | null =>
  known.covered &&
  theirs !== null &&
  known.theirs === theirs &&
  areAll(ignores, new Set(known.ignores))
    ? known.forced
    : null;

/** Stores new results for the next measurement. `path`: our index; `theirs`: the seal before it was read. */
export const note = (
  store: TreeStore,
  path: string,
  known: LastMeasure | null,
  seen: Omit<LastMeasure, "ours" | "covered">,
  out: Out,
): void => {
  const ours = sealOf(path);
  if (ours === null || ours === "") return;
  const { tree, theirs, ignores, forced } = seen;
  const alike =
    known !== null &&
    known.ours === ours &&
    known.theirs === theirs &&
    areAll(ignores, new Set(known.ignores));
  if (alike && known.tree === tree && areAll(forced, new Set(known.forced))) return;
  writeKnown(store, { ours, covered: isCovered(store, theirs, path, ours, out), ...seen });
};

/** Whether the tree is a loose object here or in the repository. One in a pack isn't found: then git is asked. */
export const isLoose = ({ env, repository }: TreeStore, tree: string): boolean =>
  /^[0-9a-f]{40}$/u.test(tree) &&
  [
    env["GIT_OBJECT_DIRECTORY"],
    ...(repository === null ? [] : [join(repository.common, "objects")]),
  ].some(
    (objects) =>
      objects !== undefined && existsSync(join(objects, tree.slice(0, 2), tree.slice(2))),
  );
