// View of the work in a commit, regardless of the disk; only the run's folder is read from there.
import { isFullId } from "../../core/commit-id.ts";
import { posix } from "node:path";
import { digest } from "../../core/hash.ts";
import type { PathFacts } from "../../core/protocol.ts";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { circular, outside } from "../confine.ts";
import { fileBytes, oversized } from "../disk/plain-file.ts";
import type { CommitAt } from "../ground.ts";
import { pathsOnDisk } from "../tree-view.ts";
import { type Paths, sorted, type WorkView } from "../work-view.ts";
import type { Ground } from "../workspace.ts";
import { pathInCommit } from "./location.ts";
import { type GitObject, type Objects, withObjects } from "./objects.ts";

type Entry = { readonly mode: string; readonly id: string };
type Folder = ReadonlyMap<string, Entry>;

const isTree = ({ mode }: Entry): boolean => mode === "40000";
const isLink = ({ mode }: Entry): boolean => mode === "120000";
const isFile = ({ mode }: Entry): boolean => mode.startsWith("100");

/** Limits of links per path, and of bytes per path: as in the system. */
const mostLinks = 40;
const linkBytes = 4_096;

/** Outcomes that aren't faults for arbitrary paths. */
const told: ReadonlyMap<string, PathFacts["is"]> = new Map([
  ["PATH_OUTSIDE", "outside"],
  ["FILE_OVERSIZED", "unreadable"],
]);

/** A tree's entries: `mode SP name NUL id`; null: damaged. */
const entriesOf = (bytes: Buffer, idBytes: number): Folder | null => {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < bytes.length;) {
    const [space, end] = [bytes.indexOf(0x20, at), bytes.indexOf(0, at)];
    if (space === -1 || end < space) return null;
    const id = bytes.toString("hex", end + 1, end + 1 + idBytes);
    entries.set(bytes.toString("utf8", space + 1, end), {
      mode: bytes.toString("latin1", at, space),
      id,
    });
    at = end + 1 + idBytes;
  }
  return entries;
};

type CommitTree = {
  readonly id: string;
  /** The entry at a path from the top, links within the tree resolved; null: none. Fault PATH_OUTSIDE. */
  find(path: Path): Promise<Entry | null>;
  /** Empty if it isn't a folder. */
  folder(entry: Entry | null): Promise<Folder>;
  object(entry: Entry): Promise<GitObject>;
};

const openTree = async (objects: Objects, { git, commit }: CommitAt): Promise<CommitTree> => {
  const gone = (what: string): Fault =>
    new Fault(
      "GIT_FAILED",
      `${git} has no ${what}`,
      "see whether that git directory is whole (`git fsck` there), then repeat",
    );
  const tree = isFullId(commit) ? await objects.info(`${commit}^{commit}^{tree}`) : null;
  if (tree === null) throw gone(`commit ${JSON.stringify(commit)}`);
  const object = async ({ id }: Entry): Promise<GitObject> => {
    const found = await objects.info(id);
    if (found === null) throw gone(`object ${id} of commit ${commit}`);
    return found;
  };
  const folders = new Map<string, Promise<Folder>>();
  const read = async (entry: Entry): Promise<Folder> => {
    const entries = entriesOf(await objects.contents(await object(entry)), entry.id.length / 2);
    if (entries === null) throw gone(`readable tree ${entry.id}`);
    return entries;
  };
  const folder = async (entry: Entry | null): Promise<Folder> => {
    if (entry === null || !isTree(entry)) return new Map();
    const known = folders.get(entry.id) ?? read(entry);
    folders.set(entry.id, known);
    return known;
  };
  const target = async (entry: Entry, path: Path): Promise<readonly string[]> => {
    const link = await object(entry);
    if (link.size > linkBytes) throw circular(path);
    const to = (await objects.contents(link)).toString("utf8");
    if (posix.isAbsolute(to)) throw outside(path);
    return to.split("/");
  };
  const find = async (path: Path): Promise<Entry | null> => {
    const rest = path.split("/");
    const way: Entry[] = [{ mode: "40000", id: tree.id }];
    for (let links = 0; rest.length > 0;) {
      const [name = "", here = null] = [rest.shift(), way.at(-1)];
      if (here === null || !isTree(here)) return null;
      if (name === "" || name === ".") continue;
      if (name === "..") {
        way.pop();
        if (way.length === 0) throw outside(path);
        continue;
      }
      const next = (await folder(here)).get(name);
      if (next === undefined) return null;
      if (!isLink(next)) {
        way.push(next);
        continue;
      }
      links += 1;
      if (links > mostLinks) throw circular(path);
      rest.unshift(...(await target(next, path)));
    }
    return way.at(-1) ?? null;
  };
  return { id: tree.id, find, folder, object };
};

const pathsOf = (objects: Objects, tree: () => Promise<CommitTree>): Paths => {
  const contents = async (entry: Entry, path: Path): Promise<Buffer> => {
    const object = await (await tree()).object(entry);
    if (object.size > fileBytes) throw oversized(path, object.size);
    return objects.contents(object);
  };
  const find = async (path: Path): Promise<Entry | null> => (await tree()).find(path);
  const folder = async (path: Path): Promise<Folder> => (await tree()).folder(await find(path));
  const look = async (path: Path): Promise<PathFacts> => {
    const entry = await find(path);
    if (entry === null) return { is: "missing", digest: null };
    const plain = path.replace(/\/+$/u, "");
    const itself = (await folder(posix.dirname(plain))).get(posix.basename(plain));
    const link = itself !== undefined && isLink(itself) ? ({ link: true } as const) : {};
    return isFile(entry)
      ? { is: "file", digest: digest(await contents(entry, path)), ...link }
      : { is: "folder", digest: null, ...link };
  };
  return {
    bytes: async (path) => {
      const entry = await find(path);
      return entry === null || !isFile(entry) ? null : contents(entry, path);
    },
    names: async (path) => sorted((await folder(path)).keys()),
    filesIn: async (path, ending, most) => {
      const entries = [...(await folder(path))].filter(
        ([name, entry]) => name.endsWith(ending) && isFile(entry),
      );
      const first = entries.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, most);
      return Promise.all(
        first.map(
          async ([name, entry]) => [name, await contents(entry, posix.join(path, name))] as const,
        ),
      );
    },
    named: async (path) => {
      try {
        return await look(path);
      } catch (error) {
        const is = error instanceof Fault ? told.get(error.code) : undefined;
        if (is === undefined) throw error;
        return { is, digest: null };
      }
    },
  };
};

/** Lets `read` access the work as in the commit. */
export const inCommit = <T>(
  ground: Ground,
  at: CommitAt,
  read: (view: WorkView) => Promise<T>,
): Promise<T> =>
  withObjects(at.git, (objects) => {
    let opened: Promise<CommitTree> | null = null;
    const tree = (): Promise<CommitTree> => (opened ??= openTree(objects, at));
    const [work, disk] = [pathsOf(objects, tree), pathsOnDisk(ground)];
    const one = <A>(path: Path, ask: (paths: Paths, path: Path) => Promise<A>): Promise<A> => {
      const within = pathInCommit(ground, path);
      return within === null ? ask(disk, path) : ask(work, within);
    };
    return read({
      bytes: (path) => one(path, (paths, at) => paths.bytes(at)),
      names: (folder) => one(folder, (paths, at) => paths.names(at)),
      filesIn: (folder, ending, most) =>
        one(folder, (paths, at) => paths.filesIn(at, ending, most)),
      named: (path) => one(path, (paths, at) => paths.named(at)),
      measured: async () => ({ tree: (await tree()).id, head: at.commit }),
    });
  });
