// The fence around a program: what of the machine it may write, what it doesn't see, and whether it reaches the network.
import type { Path } from "../../core/row.ts";
import type { StateFolder } from "../../core/state-folder.ts";

/** Paths are absolute and without symbolic links; of two, the longer one counts. All else of the machine can be read. */
export type Fence = {
  readonly writable: readonly Path[];
  /** Seen as they are, though what lies around them is hidden. */
  readonly readable: readonly Path[];
  /** Folders that are empty within, and files that are. */
  readonly hidden: readonly Hidden[];
  /** Folders seen within at another one's path, and writable there; where nothing can be mounted, by their own path alone. */
  readonly mounts: readonly { readonly at: Path; readonly folder: Path }[];
  readonly network: boolean;
};
export type Hidden = { readonly path: Path; readonly is: "folder" | "file" };

/** `by`: the system's own program that makes it. `mend`: what a person does so that there is one. */
export type FenceHere =
  | {
      readonly is: "there";
      readonly by: "bubblewrap" | "seatbelt";
      readonly program: Path;
      readonly version: string;
    }
  | { readonly is: "none"; readonly why: string; readonly mend: string };

/** What one job's programs need, as its host knows it. */
export type FenceAsk = {
  /** The user's working tree: seen, and not written unless it stands in `writable`. */
  readonly root: Path;
  readonly writable: readonly Path[];
  readonly readable: readonly Path[];
  /** By path or name: seen with their own files, wherever they are installed. */
  readonly programs: readonly string[];
  /** Besides what is hidden from every job; what isn't there needs no hiding. */
  readonly hidden: readonly Path[];
  /** What an agent's program keeps of its own; null: it is none. */
  readonly state: AgentState | null;
  readonly env: Readonly<Record<string, string>>;
};
/** `home`: Cairn's own folder. `cwd`: where the job works. `thread`: whose conversations these are; attempts of one thread share them. `env`: by which its program finds its folders. */
export type AgentState = {
  readonly home: Path;
  readonly cwd: Path;
  readonly thread: readonly string[];
  readonly folders: readonly StateFolder[];
  readonly env: Readonly<Record<string, string>>;
};

/** `also`: a folder of the engine's that this program alone may write. `door`: one that it alone sees. */
export type Way = { readonly network: boolean; readonly also?: Path; readonly door?: Path };
export type Fenced = {
  /** The environment of its programs: without the names of sockets that lead to others of the user's. */
  readonly env: Readonly<Record<string, string>>;
  /** Of these, what names an agent program's own copies: it goes before what its configuration says. */
  readonly own: Readonly<Record<string, string>>;
  /** false: its programs are processes as others are; they are interrupted by their group, and found by their mark. */
  readonly apart: boolean;
  /** What the program that makes the fence reads on descriptor 4; null: nothing. */
  readonly filter: Uint8Array | null;
  /** The command line that runs a program within, found on the PATH of its environment; null: there is no such program. */
  wrap(argv: readonly string[], cwd: Path, path: string, way: Way): readonly string[] | null;
  /** Makes a folder for the socket by which a program within asks cairn: its user's alone, its path short. */
  doorway(): Path;
  /** Removes what was made for it. */
  close(): Promise<void>;
};
export type Fences = {
  here(): Promise<FenceHere>;
  /** null: this system makes none. */
  around(ask: FenceAsk): Promise<Fenced | null>;
};
