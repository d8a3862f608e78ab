// The port to places over git as values: each of its calls is one instant, before and after which its caller may die.
import { posix } from "node:path";
import type { Path } from "../../src/core/row.ts";
import type { Places, Site, Stood } from "../../src/workspace/places.ts";
import type { Disk } from "./disk.ts";
import type { Content, Git, Made, Slot } from "./git.ts";

export type PlacesParts = {
  readonly git: Git;
  readonly disk: Disk;
  readonly call: <T>(what: string, effect: () => T) => Promise<T>;
  /** A branch is about to be moved to a commit. */
  readonly moves: (run: string, to: string) => void;
};

export const placesRoot = "/places";
export const landRef = (run: string, n: number): string => `refs/cairn-land/${run}/${n}`;
export const asideRef = (run: string, commit: string): string =>
  `refs/cairn-aside/${run}/${commit}`;
export const branchRef = (branch: string): string => `refs/heads/${branch}`;
const placeOf = ({ run }: Site, key: string): Path => `${placesRoot}/${run}/place-${key}`;
const checkoutOf = ({ run }: Site, key: string): Path => `${placesRoot}/${run}/checkout-${key}`;
const isDocument = ({ documents }: Site, path: Path): boolean =>
  documents.some((one) => path === one || path.startsWith(`${one}/`));

const below = (disk: Disk, folder: Path): ReadonlyMap<Path, string> =>
  new Map(
    [...disk.files].flatMap(([path, { text }]) =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), text] as const] : [],
    ),
  );
const empty = (disk: Disk, folder: Path): void => {
  for (const path of below(disk, folder).keys()) disk.files.delete(`${folder}/${path}`);
};
const fill = (disk: Disk, folder: Path, content: Content): void => {
  empty(disk, folder);
  for (const [path, text] of content) disk.write(`${folder}/${path}`, text);
};
/** What a folder holds, with the run's documents as a commit has them. */
const standing = (disk: Disk, site: Site, folder: Path, { content }: Made): Content =>
  new Map([
    ...[...below(disk, folder)].filter(([path]) => !isDocument(site, path)),
    ...[...content].filter(([path]) => isDocument(site, path)),
  ]);
const isSame = (one: Content, other: Content): boolean =>
  one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
const told = ({ commit, tree }: Made) => ({ commit, tree });

const nobody = (): Promise<never> => Promise.reject(new Error("no story asks for this"));

export const placesFor = ({ git, disk, call, moves }: PlacesParts): Places => {
  const stand = (folder: Path, commit: string, merging: Slot["merging"] = null): void =>
    void git.slots.set(folder, { at: commit, merging });
  const put = (folder: Path, commit: string): Path => {
    fill(disk, folder, git.of(commit).content);
    stand(folder, commit);
    return folder;
  };
  const user = (site: Site): Content =>
    new Map(
      [...below(disk, site.root)].filter(
        ([path]) => !path.startsWith(".cairn/") && !isDocument(site, path),
      ),
    );
  const found = (site: Site, key: string): readonly [Path, Slot] | null => {
    for (const folder of [placeOf(site, key), checkoutOf(site, key)]) {
      const slot = git.slots.get(folder);
      if (slot !== undefined) return [folder, slot];
    }
    return null;
  };
  return {
    unfit: () => call("places fit", () => null),
    store: () => call("places store", () => "/store"),
    base: (site, { at }) =>
      call("places base", () => {
        const known = git.refs.get(landRef(site.run, 0));
        const made =
          known !== undefined
            ? git.of(known)
            : at !== undefined
              ? git.of(at)
              : git.commit(user(site), [], disk.repo.head());
        git.refs.set(landRef(site.run, 0), made.commit);
        return { ...told(made), branch: "main", uncommitted: 0, beside: [], left: [] };
      }),
    here: (site) =>
      call("places here", () => {
        const base = git.of(git.refs.get(landRef(site.run, 0)) ?? "");
        const content = user(site);
        const made = isSame(content, base.content) ? base : git.commit(content, [base.commit]);
        return { ...told(made), branch: "main", uncommitted: 0, beside: [], left: [] };
      }),
    branch: nobody,
    head: () => call("places head", () => disk.repo.head()),
    // No story has pinned checks, or lock files.
    pin: nobody,
    withFiles: nobody,
    open: (site, key, commit, fresh) =>
      call(`places open ${key}`, () => {
        const folder = placeOf(site, key);
        const slot = git.slots.get(folder);
        if (fresh || slot === undefined) return put(folder, commit);
        if (
          slot.at !== commit &&
          isSame(standing(disk, site, folder, git.of(commit)), git.of(commit).content)
        )
          stand(folder, commit);
        return folder;
      }),
    take: (site, key, from) =>
      call(`places take ${key}`, () => {
        const folder = placeOf(site, key);
        const slot = git.slots.get(folder);
        if (slot === undefined || !git.descends(from, slot.at)) return { is: "nothing", left: [] };
        const { merging } = slot;
        const content = standing(disk, site, folder, git.of(slot.at));
        if (
          merging?.files.some((path) => content.get(path)?.startsWith("<<<<<<<") === true) === true
        )
          return { is: "nothing", left: [] };
        if (merging === null && isSame(content, git.of(from).content))
          return { is: "nothing", left: [] };
        const work = git.commit(content, [slot.at, ...(merging === null ? [] : [merging.head])]);
        return { is: "taken", work: told(work), commits: [work.commit], left: [] };
      }),
    merge: (site, head, work, _message, { as = "both" } = {}) =>
      call("places merge", () => {
        const { content, files } = git.merged(head, work);
        const wrong = files.filter((path) => !isDocument(site, path));
        if (wrong.length > 0) return { is: "conflict", files: wrong };
        const own = [...git.of(head).content].filter(([path]) => isDocument(site, path));
        const rest = [...content].filter(([path]) => !isDocument(site, path));
        const whole = new Map([...rest, ...own]);
        if (as === "theirs" && git.descends(head, work) && isSame(whole, git.of(work).content))
          return { is: "merged", merged: told(git.of(work)) };
        const made = git.commit(whole, as === "landing" ? [head] : [head, work]);
        if (as === "landing") git.links.set(made.commit, work);
        return { is: "merged", merged: told(made) };
      }),
    handBack: (site, key, work, head) =>
      call(`places hand back ${key}`, () => {
        const { content, files } = git.merged(head, work);
        const folder = placeOf(site, key);
        fill(disk, folder, content);
        stand(folder, work, { head, files });
        return files;
      }),
    checkout: (site, key, commit) =>
      call(`places checkout ${key}`, () => put(checkoutOf(site, key), commit)),
    settle: (site, key, was) =>
      call(`places settle ${key}`, (): Stood => {
        const folder = checkoutOf(site, key);
        const slot = git.slots.get(folder);
        if (slot === undefined) return { changed: [], beside: [] };
        const [own, now] = [git.of(slot.at).content, below(disk, folder)];
        const changed = [...own.keys()].filter(
          (path) => now.get(path) !== own.get(path) && was?.changed.includes(path) !== true,
        );
        const beside = [...now.keys()].filter(
          (path) => !own.has(path) && was?.beside.includes(path) !== true,
        );
        if (was === null) return { changed, beside };
        for (const path of beside) disk.files.delete(`${folder}/${path}`);
        for (const path of changed) disk.write(`${folder}/${path}`, own.get(path) ?? "");
        return { changed, beside };
      }),
    // One machine has all.
    follow: nobody,
    cut: () => undefined,
    lacks: () => Promise.resolve([]),
    send: nobody,
    bring: nobody,
    publish: nobody,
    withdraw: nobody,
    keptSetup: (_site, _run, key) => call("places kept setup", () => `${placesRoot}/setup/${key}`),
    included: () => call("places included", () => ({ files: [], left: [] })),
    made: () => [],
    keepSetup: () => call("places keep setup", () => undefined),
    copySetup: () => call("places copy setup", () => true),
    lend: (_site, folder, files) =>
      call("places lend", () => {
        for (const [path, bytes] of Object.entries(files))
          disk.write(posix.join(folder, path), Buffer.from(bytes).toString("utf8"));
        return Object.keys(files);
      }),
    free: (site, key) =>
      call(`places free ${key}`, () => {
        for (const folder of [placeOf(site, key), checkoutOf(site, key)]) {
          git.slots.delete(folder);
          empty(disk, folder);
        }
      }),
    keep: (site, n, commit) =>
      call(`places keep ${n}`, () => {
        const before = git.refs.get(landRef(site.run, n)) ?? null;
        git.refs.set(landRef(site.run, n), git.of(commit).commit);
        return before;
      }),
    moveBranch: (site, branch, to, from) =>
      call("places move branch", () => {
        const ref = branchRef(branch);
        const stands = git.refs.get(ref) ?? null;
        if (stands === to) return { is: "moved" };
        if (stands !== null && stands !== from && (from === null || !git.descends(stands, to)))
          return { is: "foreign", commit: stands };
        if (git.out.has(branch)) return { is: "checkedOut" };
        moves(site.run, to);
        git.refs.set(ref, to);
        return { is: "moved" };
      }),
    shown: (site, branch, to) =>
      call("places shown", () => {
        const commit = git.refs.get(branchRef(branch)) ?? null;
        const isLanding = [...git.refs].some(
          ([ref, kept]) => kept === commit && ref.startsWith(landRef(site.run, 0).slice(0, -1)),
        );
        if (commit === null || commit === to || git.descends(commit, to) || isLanding)
          return { is: "ours", commit };
        return git.descends(to, commit)
          ? { is: "theirs", work: told(git.of(commit)), by: "ana", count: 1 }
          : { is: "other", commit };
      }),
    customs: () =>
      call("places customs", () => ({ user: null, subjects: [], signsOff: false, unmet: [] })),
    // No story commits a secret.
    screen: () => call("places screen", () => []),
    putBack: (site, branch, to, commit) =>
      call("places put back", () => {
        if (commit === null || git.out.has(branch) || git.refs.get(branchRef(branch)) !== commit)
          return null;
        const ref = asideRef(site.run, commit);
        git.refs.set(ref, commit);
        git.refs.set(branchRef(branch), to);
        return ref;
      }),
    freeName: (_site, name) => call("places free name", () => name),
    fork: (_site, one, other) => call("places fork", () => git.fork(one, other) ?? one),
    changes: (_site, from, to) =>
      call("places changes", () =>
        disk
          .changed(git.of(from).tree, git.of(to).tree)
          .map((change) => ({ ...change, added: null, removed: null })),
      ),
    lineSums: (_site, spans) => call("places line sums", () => spans.map(() => null)),
    patch: () => call("places patch", () => ""),
    patchPart: () => call("places patch", () => ({ text: "", cut: false })),
    folder: () => Promise.resolve({ path: "/", commit: null }),
    keys: () => Promise.resolve([]),
    strays: () => Promise.resolve([]),
    touched: () => Promise.resolve([]),
    peek: (site, key) =>
      call(`places peek ${key}`, () => {
        const at = found(site, key);
        return at === null
          ? null
          : told(git.commit(standing(disk, site, at[0], git.of(at[1].at)), [at[1].at]));
      }),
    emptyModules: async () => [],
    keeps: () => false,
    deliver: nobody,
    uncommitted: nobody,
    reach: nobody,
    onto: nobody,
    undo: nobody,
    killed: async () => null,
    unlock: async () => {},
    usersChanges: async () => [],
    drop: nobody,
  };
};
