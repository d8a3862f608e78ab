// Objects and their sizes, many by one call of git.
import type { Ask } from "./git.ts";

const input = (names: readonly string[]): string => names.map((name) => `${name}\n`).join("");

export type Found = { readonly id: string; readonly bytes: Buffer };

/** The objects by these names, in order; null: no such object. */
export const objectsBy = async (
  ask: Ask,
  names: readonly string[],
): Promise<readonly (Found | null)[]> => {
  if (names.length === 0) return [];
  const { out } = await ask(["cat-file", "--batch"], { input: input(names) });
  let at = 0;
  return names.map(() => {
    const end = out.indexOf(0x0a, at);
    const [id = "", , size] = out.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (size === undefined || !/^\d+$/.test(size)) return null;
    const bytes = out.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return { id, bytes };
  });
};

/** Sizes of blobs, by id; other objects, and those that are missing, have none. */
export const blobSizes = async (
  ask: Ask,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map();
  const words = ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"];
  const { out } = await ask(words, { input: input(ids) });
  return new Map(
    out
      .toString("latin1")
      .split("\n")
      .flatMap((line) => {
        const [id = "", type, size] = line.split(" ");
        return type === "blob" ? [[id, Number(size)] as const] : [];
      }),
  );
};
