// Command line of bubblewrap for a sandbox on Linux.
import { extname, join } from "node:path";
import type { Path } from "../../core/row.ts";
import type { Fence } from "./fence.ts";

/**
 * Without capabilities root inside can't make the machine writable again; with its own process
 * namespaces nothing started inside outlives it, or sees or signals outside processes.
 */
const apart = [
  "--die-with-parent",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--cap-drop",
  "ALL",
];

type Step = { readonly at: Path; readonly words: readonly string[] };

/** Contents of hidden files: Maven refuses settings that it can't parse, or read. */
export const blankTexts: Readonly<Record<string, string>> = {
  "": "",
  ".xml": "<settings/>\n",
  ".json": "{}\n",
};
const blankFor = (path: Path, blanks: Path): Path =>
  join(blanks, `blank${blankTexts[extname(path)] === undefined ? "" : extname(path)}`);

const steps = ({ hidden, blanks, readable, mounts, writable }: Fence): readonly Step[] =>
  [
    ...hidden.map(({ path, is }) => ({
      at: path,
      words: is === "folder" ? ["--tmpfs", path] : ["--ro-bind", blankFor(path, blanks), path],
    })),
    ...readable.map((path) => ({ at: path, words: ["--ro-bind", path, path] })),
    ...mounts.map(({ at, folder }) => ({ at, words: ["--bind", folder, at] })),
    ...writable.map((path) => ({ at: path, words: ["--bind", path, path] })),
    // Nested paths are mounted after the outer ones.
  ].toSorted((one, other) => one.at.length - other.at.length);

/**
 * Reports start and end on descriptor 3.
 * @param program bubblewrap's own path; `inside`: further options of its own
 * @param filter whether a filter of system calls comes on descriptor 4
 */
export const bubblewrapTelling = (
  { program, inside }: { readonly program: Path; readonly inside: readonly string[] },
  filter: boolean,
  ...rest: readonly [Fence, readonly string[], Path]
): readonly string[] => [
  program,
  ...inside,
  "--json-status-fd",
  "3",
  ...(filter ? filtered(4) : []),
  ...bubblewrapWords(...rest),
];

/** @param descriptor where the filter is read */
export const filtered = (descriptor: number): readonly string[] => [
  "--seccomp",
  String(descriptor),
];

/** Without the program itself. */
export const bubblewrapWords = (
  fence: Fence,
  argv: readonly string[],
  cwd: Path,
): readonly string[] => [
  ...apart,
  ...(fence.network ? [] : ["--unshare-net"]),
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  // Root may write kernel settings without any capability: a program named there would run outside.
  "--ro-bind",
  "/proc/sys",
  "/proc/sys",
  ...steps(fence).flatMap(({ words }) => words),
  // A writable empty folder would look like a place to keep something.
  ...fence.hidden.flatMap(({ path, is }) => (is === "folder" ? ["--remount-ro", path] : [])),
  "--chdir",
  cwd,
  "--",
  ...argv,
];
