// Found folders in the form that protocols read, to adopt or check them, with related files elsewhere.
import { join } from "node:path";
import type { Source } from "../../core/run-files.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Digest, Path } from "../../core/row.ts";
import { digest } from "../../core/hash.ts";
import { utf8Text } from "../../core/utf8.ts";
import type { FoundFolder } from "../../workspace/workspace.ts";

export type Contents = { readonly found: Source; readonly bytes: ReadonlyMap<Path, Uint8Array> };

/** `more`: files from elsewhere, with paths relative to the folder. */
export const knownOf = (
  folder: FoundFolder,
  more: Readonly<Record<Path, Uint8Array>>,
  options: Source["options"],
): Contents => {
  const unread = [...folder.unread];
  const bytes = new Map([...Object.entries(folder.files), ...Object.entries(more)]);
  const files = new Map<Path, string>();
  for (const [path, content] of bytes) {
    const text = utf8Text(content);
    if (text !== null) files.set(path, text);
    // Other files, like pictures, belong to users and are left alone.
    else if (path.endsWith(".json") || path.endsWith(".md"))
      unread.push({ path, why: "it is no UTF-8 text" });
  }
  const digests = Object.fromEntries(
    [...bytes].map(([path, content]): [Path, Digest] => [path, digest(content)]),
  );
  const { beside, userHome } = folder;
  return {
    found: {
      folder: folder.folder,
      files: Object.fromEntries(files),
      digests,
      unread,
      beside,
      userHome,
      options,
    },
    bytes,
  };
};

/** For a folder shared with other runs: the protocol's own files, and those read for it from elsewhere. */
export const ownOf = ({ owns }: Protocol, found: Source): Source => {
  if (owns === undefined) return found;
  const names = owns(null);
  const isOwn = (path: Path): boolean =>
    names.includes(path) || path === found.options["file"] || path.startsWith("../");
  const own = <V>(record: Readonly<Record<Path, V>>): Readonly<Record<Path, V>> =>
    Object.fromEntries(Object.entries(record).filter(([path]) => isOwn(path)));
  return {
    ...found,
    files: own(found.files),
    digests: own(found.digests),
    unread: found.unread.filter(({ path }) => isOwn(path)),
  };
};

const mostFiles = 8;
/** Up to four levels up, then a plain path down. */
const form = /^(?:\.\.\/){1,4}(?!\.\.(?:\/|$))[^/]/u;

type Folder = Pick<Source, "folder" | "files">;

/** Texts by path from the folder. `text`: reads an absolute path; null: missing or not permitted. */
export const sought = async (
  protocol: Protocol,
  found: Folder,
  text: (path: string) => Promise<string | null> | string | null,
): Promise<Readonly<Record<Path, string>>> => {
  const paths = (await protocol.seeks?.(found)) ?? [];
  const files: Record<Path, string> = {};
  for (const path of paths.slice(0, mostFiles)) {
    if (!form.test(path) || /\/\.\.(?:\/|$)/u.test(path.replace(/^(?:\.\.\/)+/u, ""))) continue;
    const read = await text(join(found.folder, path));
    if (read !== null) files[path] = read;
  }
  return files;
};
