// Fences of this machine: made before a job's first program, and removed after its last.
import { lstatSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Path } from "../../core/row.ts";
import { diskFault } from "../disk/fault.ts";
import { namesIn, realOr } from "../disk/look.ts";
import { removeWhole } from "../places/remove.ts";
import { bubblewrapTelling } from "./bubblewrap.ts";
import type { FenceAsk, Fenced, Fences } from "./fence.ts";
import { isGone } from "./gone.ts";
import { probeFence } from "./here.ts";
import { keyringFilter } from "./keyrings.ts";
import { socketVariables } from "./keys.ts";
import { layoutOf, programIn } from "./layout.ts";
import { openState, type OwnState } from "./state.ts";

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

/** The path of a socket holds 107 bytes, and what it is called comes behind. */
const maxDoorway = 80;
const makeDoorway = (): Path => makeTemporary(Buffer.byteLength(realOr(tmpdir())) > maxDoorway ? "/tmp" : tmpdir());

/** Removes what killed hosts of this user left; one whose number another process has by now stays for a while. */
const sweepTemporary = async (): Promise<void> => {
  const own = process.getuid?.();
  const paths = [...new Set([tmpdir(), "/tmp"])].flatMap((top) => namesIn(top).map((name) => join(top, name)));
  for (const path of paths) {
    const pid = Number(new RegExp(`^${temporary}(\\d+)-`, "u").exec(basename(path))?.[1] ?? 0);
    if (pid !== 0 && isGone(pid) && lstatSync(path, { throwIfNoEntry: false })?.uid === own) await removeWhole(path);
  }
};

const opened = async (ask: FenceAsk["state"], temp: Path): Promise<OwnState | null> => {
  try {
    return ask === null ? null : await openState(ask);
  } catch (error) {
    await removeWhole(temp);
    throw error;
  }
};

const around = async (program: Path, ask: FenceAsk): Promise<Fenced> => {
  await sweepTemporary();
  const temp = makeTemporary();
  const state = await opened(ask.state, temp);
  const filter = keyringFilter();
  const doorways: Path[] = [];
  return {
    filter,
    env: { ...withoutSockets(ask.env), TMPDIR: "/tmp", ...state?.env },
    wrap(argv, cwd, path, { network, also, door }) {
      if (programIn(argv[0] ?? "", cwd, path) === null) return null;
      const fence = layoutOf(ask, temp, state?.mounts ?? []);
      const writable = also === undefined ? fence.writable : [...fence.writable, realOr(also)];
      const readable = door === undefined ? fence.readable : [...fence.readable, door];
      return bubblewrapTelling(program, filter !== null, { ...fence, writable, readable, network }, argv, cwd);
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
        for (const folder of [temp, ...doorways]) await removeWhole(folder);
      }
    },
  };
};

export const openFences = (): Fences => ({
  here: probeFence,
  around: async (ask) => {
    const here = await probeFence();
    return here.is === "none" ? null : around(here.program, ask);
  },
});
