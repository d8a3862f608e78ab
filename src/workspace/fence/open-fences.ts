// Sandboxes of this machine: created before a job's first program, and removed after its last.
import { lstatSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, extname } from "node:path";
import type { Path } from "../../core/row.ts";
import { diskFault } from "../disk/fault.ts";
import { namesIn, realOr } from "../disk/look.ts";
import { removeWhole } from "../places/remove.ts";
import { blankTexts, bubblewrapTelling } from "./bubblewrap.ts";
import type { FenceAsk, Fenced, FenceFound, Fences } from "./fence.ts";
import { isGone } from "./gone.ts";
import { hiddenKeys, wordsOf } from "./hidden-keys.ts";
import { probeFence } from "./here.ts";
import { keyringFilter } from "./keyrings.ts";
import { socketVariables } from "./keys.ts";
import { isCovered, layoutOf, programIn } from "./layout.ts";
import { openStores } from "./open-stores.ts";
import { probeOverlays } from "./overlay.ts";
import { openState, type OwnState } from "./state.ts";
import { git, splitNames } from "../git/git.ts";
import { inStore, inUsers, repositoryAt } from "../places/repository.ts";
import type { Store } from "./stores.ts";

/** Names without their folders; null: no repository. */
const namesOf = async ({ root, work }: FenceAsk): Promise<readonly string[] | null> => {
  try {
    const repository = repositoryAt(root, git);
    if (repository === null) return null;
    const { out } =
      work.commit === null
        ? await inUsers(repository, ["ls-files", "-z"])
        : await inStore(repository, [
            "ls-tree",
            "-r",
            "-z",
            "--full-tree",
            "--name-only",
            work.commit,
          ]);
    return splitNames(out).map((path) => basename(path));
  } catch {
    return null;
  }
};

/** Without a repository that can be read every store is called for. */
const calledFor = async (ask: FenceAsk): Promise<(store: Store) => boolean> => {
  const names = await namesOf(ask);
  if (names === null) return () => true;
  const files = new Set([...names, ...names.map((name) => `*${extname(name)}`)]);
  const words = wordsOf(ask.work.commands.flat());
  return (store) =>
    store.files.some((name) => files.has(name)) || store.programs.some((name) => words.has(name));
};

const withoutSockets = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !socketVariables.includes(name)));

const temporary = "cairn-tmp-";

const makeTemporary = (top: Path = tmpdir()): Path => {
  try {
    return realpathSync(mkdtempSync(join(top, `${temporary}${process.pid}-`)));
  } catch (error) {
    throw diskFault(error, "make a temporary folder in", top);
  }
};

/** A socket's path holds 107 bytes, including its name. */
const maxDoorway = 72;
const makeDoorway = (): Path =>
  makeTemporary(Buffer.byteLength(realOr(tmpdir())) > maxDoorway ? "/tmp" : tmpdir());

/** Removes leftovers of this user's killed hosts; one whose process number is in use stays for a while. */
const sweepTemporary = async (): Promise<void> => {
  const own = process.getuid?.();
  const paths = [...new Set([tmpdir(), "/tmp"])].flatMap((top) =>
    namesIn(top).map((name) => join(top, name)),
  );
  for (const path of paths) {
    const pid = Number(new RegExp(`^${temporary}(\\d+)-`, "u").exec(basename(path))?.[1] ?? 0);
    if (pid !== 0 && isGone(pid) && lstatSync(path, { throwIfNoEntry: false })?.uid === own)
      // What can't be removed keeps no other job from its fence.
      await removeWhole(path).catch(() => {});
  }
};

const opened = async (
  ask: FenceAsk["state"],
  folders: readonly Path[],
): Promise<OwnState | null> => {
  try {
    return ask === null ? null : await openState(ask);
  } catch (error) {
    for (const folder of folders) await removeWhole(folder);
    throw error;
  }
};

const find = async (): Promise<FenceFound | null> => {
  const here = await probeFence();
  if (here.is === "none") return null;
  const overlays = await probeOverlays(here.program);
  return {
    program: here.program,
    overlays: overlays.is === "there" ? overlays.overlays : null,
  };
};

const around = async ({ program, overlays }: FenceFound, ask: FenceAsk): Promise<Fenced> => {
  const [isCalled] = await Promise.all([calledFor(ask), sweepTemporary()]);
  const temp = makeTemporary();
  const above = makeTemporary();
  for (const [end, text] of Object.entries(blankTexts))
    writeFileSync(join(above, `blank${end}`), text);
  const stores = openStores(ask, above, temp, overlays, isCalled);
  const state = await opened(ask.state, [temp, above]);
  const filter = keyringFilter();
  const doorways: Path[] = [];
  return {
    filter,
    own: state?.env ?? {},
    env: { ...withoutSockets(ask.env), TMPDIR: "/tmp", ...stores.env, ...state?.env },
    wrap(argv, cwd, path, { network, also, door }) {
      const [name = ""] = argv;
      const found = programIn(name, cwd, path);
      if (found === null) return `spawn ${name} ENOENT`;
      const fence = layoutOf(ask, temp, [...stores.mounts, ...(state?.mounts ?? [])]);
      const writable = also === undefined ? fence.writable : [...fence.writable, realOr(also)];
      const readable = door === undefined ? fence.readable : [...fence.readable, door];
      const made = { ...fence, writable, readable, blanks: above, network };
      if (isCovered(realOr(found), made))
        return `${found} is hidden within the fence, which has a temporary folder of its own: put it into another folder, or name its folder in \`fence.writes\` of cairn.config.json`;
      return [
        ...stores.before,
        ...bubblewrapTelling({ program, inside: stores.inside }, filter !== null, made, argv, cwd),
      ];
    },
    doorway() {
      const folder = makeDoorway();
      doorways.push(folder);
      return folder;
    },
    async close() {
      try {
        await state?.close();
      } finally {
        for (const folder of [temp, above, ...doorways]) await removeWhole(folder);
      }
    },
  };
};

export const openFences = (): Fences => ({
  here: probeFence,
  keys: hiddenKeys,
  overlays: async () => {
    const here = await probeFence();
    return here.is === "there" ? probeOverlays(here.program) : null;
  },
  found: find,
  around: async (ask) => {
    const found = ask.found ?? (await find());
    return found === null ? null : around(found, ask);
  },
});
