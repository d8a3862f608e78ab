// Detection of a program replaced since its last use, by its path and content.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";
import { readCached, writeCached } from "./cached.ts";
import { programOf } from "./programs.ts";
import { refusedOf } from "./refused-program.ts";

const [folder, file] = ["programs", "used.json"];

/** `seen`: identifies the unchanged file without rereading it. */
type Known = { readonly path: string; readonly digest: string; readonly seen: string };
const isKnown = (value: unknown): value is Known =>
  isRecord(value) &&
  [value["path"], value["digest"], value["seen"]].every((one) => typeof one === "string");

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

/** null: missing or unreadable. */
const lookAt = async (path: string, before: Known | null): Promise<Known | null> => {
  try {
    const real = await realpath(path);
    const { ino, size, mtimeMs, ctimeMs } = await stat(real);
    const seen = [real, ino, size, mtimeMs, ctimeMs].join(" ");
    return { path, digest: before?.seen === seen ? before.digest : await digestOf(real), seen };
  } catch {
    return null;
  }
};

const words = ({ path, digest }: Known): string => `${path} (sha256 ${digest.slice(0, 12)})`;

/** See Workspace.programs. Without a cache nothing is reported. */
export const programsUsed = async (
  home: string,
  root: string,
  agents: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const read = parsed(readCached(home, folder, file));
  const before = isRecord(read) ? read : {};
  const own = ["git", ...(process.platform === "linux" ? [] : ["ps"])].map(
    (name) => [name, programOf(name, root)] as const,
  );
  const all = [
    ...own,
    ...Object.entries(agents).map(([name, path]) => [`agent ${name}`, path] as const),
  ];
  const refused = own.flatMap(([name, path]) =>
    path === null ? (refusedOf(name, root) ?? []) : [],
  );
  const told = refused.map(({ file, why }) => `${file} is not run: ${why}`);
  const now: Record<string, unknown> = { ...before };
  for (const [name, path] of all) {
    const was = isKnown(before[name]) ? before[name] : null;
    const found = path === null ? null : await lookAt(path, was);
    if (found === null) continue;
    now[name] = found;
    if (was !== null && (was.path !== found.path || was.digest !== found.digest))
      told.push(`the program for ${name} changed: was ${words(was)}, now ${words(found)}`);
  }
  writeCached(home, folder, file, JSON.stringify(now));
  return told;
};
