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

export type Info = { readonly id: string; readonly type: string; readonly size: number };

/** What the objects by these names are, in order; null: no such object. */
export const infoOf = async (
  ask: Ask,
  names: readonly string[],
): Promise<readonly (Info | null)[]> => {
  if (names.length === 0) return [];
  const lines = (await ask(["cat-file", "--batch-check"], { input: input(names) })).out
    .toString("latin1")
    .split("\n");
  return names.map((_, at) => {
    const [id = "", type = "", size] = (lines[at] ?? "").split(" ");
    return size === undefined ? null : { id, type, size: Number(size) };
  });
};

/** Sizes of blobs, by id; other objects, and those that are missing, have none. */
export const blobSizes = async (
  ask: Ask,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await infoOf(ask, ids)).flatMap((info) =>
      info?.type === "blob" ? [[info.id, info.size] as const] : [],
    ),
  );
