// Types of the sandbox around a program: writable, hidden and mounted paths, and network access.
import type { Path } from "../../core/row.ts";
import type { StateFolder } from "../../core/agents/state-folder.ts";
import type { Overlays, OverlaysHere } from "./overlay.ts";

/** Paths are absolute and without symbolic links; the longer of two wins. Everything else is readable. */
export type Fence = {
  readonly writable: readonly Path[];
  /** Visible although their surroundings are hidden. */
  readonly readable: readonly Path[];
  /** Folders and files that appear empty inside. */
  readonly hidden: readonly Hidden[];
  /** Where what stands in a hidden file's place lies. */
  readonly blanks: Path;
  /** Folders that appear inside at another path, writable there. */
  readonly mounts: readonly { readonly at: Path; readonly folder: Path }[];
  readonly network: boolean;
};
export type Hidden = { readonly path: Path; readonly is: "folder" | "file" };

/** `program`: bubblewrap. `mend`: how a person can provide one. */
export type FenceHere =
  | {
      readonly is: "there";
      readonly program: Path;
      readonly version: string;
    }
  | { readonly is: "none"; readonly why: string; readonly mend: string };

/** What this system makes, as a runner found it once for all its hosts. */
export type FenceFound = { readonly program: Path; readonly overlays: Overlays | null };

/** The needs of one job's programs, as known to its host. */
export type FenceAsk = {
  /** The user's working tree: readable, writable only if it is in `writable`. */
  readonly root: Path;
  readonly writable: readonly Path[];
  readonly readable: readonly Path[];
  /** Keys and logins that aren't hidden from it: absolute, or below `~/`. */
  readonly shows: readonly string[];
  /** By path or name: visible with their own files, wherever they are installed. */
  readonly programs: readonly string[];
  /** In addition to paths hidden from every job; missing ones are ignored. */
  readonly hidden: readonly Path[];
  /** State folders of an agent's program; null: no agent. */
  readonly state: AgentState | null;
  readonly env: Readonly<Record<string, string>>;
  /** Absent: looked up now. */
  readonly found?: FenceFound;
  /** What tells which caches are needed. `commit`: the one at work; null: what git tracks in the root. */
  readonly work: {
    readonly commit: string | null;
    readonly commands: readonly (readonly string[])[];
  };
};
/** `home`: Cairn's folder. `cwd`: where the job works. `thread`: owner of the conversations, which its attempts share. `env`: by which the program finds its folders. */
export type AgentState = {
  readonly home: Path;
  readonly cwd: Path;
  readonly thread: readonly string[];
  readonly folders: readonly StateFolder[];
  readonly env: Readonly<Record<string, string>>;
};

/** `also`: a folder of the engine that only this program may write. `door`: one that only it sees. */
export type Way = { readonly network: boolean; readonly also?: Path; readonly door?: Path };
export type Fenced = {
  /** Environment of its programs, without names of the user's sockets. */
  readonly env: Readonly<Record<string, string>>;
  /** The part that names an agent program's own copies; overrides its configuration. */
  readonly own: Readonly<Record<string, string>>;
  /** Input on descriptor 4 for the program that creates the sandbox; null: none. */
  readonly filter: Uint8Array | null;
  /** The command line that runs a program inside, found on the PATH of its environment; text: why it can't start. */
  wrap(argv: readonly string[], cwd: Path, path: string, way: Way): readonly string[] | string;
  /** Creates a folder for the socket by which a program inside calls cairn: private to the user, with a short path. */
  doorway(): Path;
  /** Removes its temporary files. */
  close(): Promise<void>;
};
export type Fences = {
  /** Existing keys and logins of the user that are hidden from jobs; `read`: those that these command lines' programs read for a registry. */
  keys(root: Path, commands: readonly string[]): Readonly<Record<"all" | "read", readonly Path[]>>;
  here(): Promise<FenceHere>;
  /** Whether caches are served warm; null: no fence that could. */
  overlays(): Promise<OverlaysHere | null>;
  /** null: none. */
  found(): Promise<FenceFound | null>;
  /** null: not available on this system. */
  around(ask: FenceAsk): Promise<Fenced | null>;
};
