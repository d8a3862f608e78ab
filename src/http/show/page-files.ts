// Cache of the page's static files: read once at server start, no request path reaches the disk.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { Fault } from "../../core/refusal.ts";

export type PageFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly forever: boolean;
};
/** By requested path; null: none. */
export type PageFiles = (path: string) => PageFile | null;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

const index = "/index.html";

/** Beside the bundle, or in the tree's own dist. */
const places = ["web", "../../../dist/web"].map((place) => join(import.meta.dirname, place));

const fileOf = (folder: string, path: string): PageFile => {
  const bytes = new Uint8Array(readFileSync(join(folder, path)));
  // Files below assets have a content digest in their name.
  return { bytes, type: types[extname(path)] ?? "", forever: path.startsWith("/assets/") };
};

const filesIn = (folder: string, below = ""): readonly string[] =>
  readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(folder, path);
    return entry.isFile() && extname(entry.name) in types ? [path] : [];
  });

const isThere = (folder: string): boolean =>
  lstatSync(join(folder, index), { throwIfNoEntry: false })?.isFile() === true;

/** Excludes links. Fault PAGE_MISSING. `folder`: the build output, if not in the default place. */
export const pageFiles = (folder: string | undefined = places.find(isThere)): PageFiles => {
  if (folder === undefined || !isThere(folder))
    throw new Fault(
      "PAGE_MISSING",
      "the page isn't built: there is no dist/web",
      "in a clone: `npm run prepare`; else install cairn anew",
    );
  const files = new Map(filesIn(folder).map((path) => [path, fileOf(folder, path)] as const));
  const page = files.get(index) ?? null;
  // Views are addresses without a dot; the page resolves them itself.
  return (path) => files.get(path) ?? (path.includes(".") ? null : page);
};
