// Test whether this system supports a sandbox, by running one.
import { execFile } from "node:child_process";
import { ownSign } from "../../core/agents/job-variables.ts";
import { programOf } from "../programs.ts";
import { bubblewrapWords, filtered } from "./bubblewrap.ts";
import type { FenceHere } from "./fence.ts";
import { keyringFilter } from "./keyrings.ts";

const tryMs = 10_000;

type Tried = { readonly exit: boolean; readonly out: string; readonly err: string };
const tried = (argv: readonly string[], input: Uint8Array | null = null): Promise<Tried> => {
  const [program = "", ...words] = argv;
  return new Promise((resolve) => {
    const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", ...ownSign };
    const child = execFile(program, words, { timeout: tryMs, cwd: "/", env }, (error, out, err) =>
      resolve({ exit: error === null, out, err }),
    );
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
};

const all = {
  writable: [],
  readable: [],
  hidden: [],
  blanks: "/",
  mounts: [],
  network: false,
} as const;

const install =
  "install bubblewrap (`apt-get install bubblewrap`, `dnf install bubblewrap`), then repeat";
/** The system can't be asked which setting forbids it; its own message comes first. */
const allow =
  "let programs make user namespaces: on Ubuntu 24.04 by an AppArmor profile for bwrap, in a container by its seccomp profile (`cairn help fence`)";

const look = async (): Promise<FenceHere> => {
  if (process.platform !== "linux")
    return {
      is: "none",
      why: `Cairn has no fence for ${process.platform} yet`,
      mend: "run it on Linux, also in a container",
    };
  const program = programOf("bwrap", "/");
  if (program === null) return { is: "none", why: "bubblewrap isn't installed", mend: install };
  const filter = keyringFilter();
  const [version, made] = await Promise.all([
    tried([program, "--version"]),
    tried(
      [
        program,
        ...(filter === null ? [] : filtered(0)),
        ...bubblewrapWords(all, [process.execPath, "--version"], "/"),
      ],
      filter,
    ),
  ]);
  const said = made.err.trim().split("\n").at(-1) ?? "";
  if (!made.exit)
    return {
      is: "none",
      why: `this system doesn't let bubblewrap make a fence: ${said || "it gave no reason"}`,
      mend: allow,
    };
  return {
    is: "there",
    program,
    version: version.out.trim().replace(/^bubblewrap /u, ""),
  };
};

let known: Promise<FenceHere> | null = null;
/** Cached for the life of this process. */
export const probeFence = (): Promise<FenceHere> => (known ??= look());
