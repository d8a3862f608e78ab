// Overlays over the user's caches: read below, written above, in a mount namespace of their own.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ownSign } from "../../core/agents/job-variables.ts";
import type { Path } from "../../core/row.ts";
import { removeWhole } from "../places/remove.ts";
import { programOf } from "../programs.ts";

const run = promisify(execFile);
const tryMs = 10_000;

/** `why` and `mend`: what the system lacks, and how a person can provide it. */
export type OverlaysHere =
  | { readonly is: "there"; readonly overlays: Overlays }
  | { readonly is: "none"; readonly why: string; readonly mend: string };

/** The programs that make them. */
export type Overlays = { readonly unshare: Path; readonly mount: Path };

/**
 * Mounts all overlays by one process, then becomes the program after it. Where one can't be mounted,
 * by its file system, its folder is empty at first. PATH is the job's: programs by their paths.
 */
const script = (silent: boolean): string =>
  `"$1" -a -T "$2" ${silent ? "2>/dev/null" : ">&2"}; shift 2; exec "$@"`;

const escaped = (path: Path): string =>
  path.replace(/[\s\\#]/gu, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`);

/** Makes the folders of an overlay; returns its line of the table. */
export const overlayIn = (folder: Path, low: Path): string => {
  for (const name of ["up", "work", "all"])
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  // The user's folder may have a name that mount options can't hold.
  symlinkSync(low, join(folder, "low"));
  const at = escaped(folder);
  const options = `lowerdir=${at}/low,upperdir=${at}/up,workdir=${at}/work,userxattr`;
  return `cairn ${at}/all overlay ${options} 0 0\n`;
};

/** The command line in front of bubblewrap's that mounts what a table lists. */
export const beforeOverlays = (
  { unshare, mount }: Overlays,
  table: Path,
  silent = true,
): readonly string[] => {
  const mapped = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  return [unshare, ...mapped, "--mount", "/bin/sh", "-c", script(silent), "sh", mount, table];
};

/** Options of bubblewrap itself behind that. */
export const insideOverlays = (): readonly string[] => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return uid === 0 ? [] : ["--unshare-user", "--uid", String(uid), "--gid", String(gid)];
};

/** Written, removed and made anew as tools do it: some file systems can't be the upper one. */
const use = (at: Path): string => `set -e; cd ${JSON.stringify(at)}
test "$(cat was/file)" = below; echo above > was/file; mv was/file x; rmdir was; mkdir was; test -z "$(ls was)"`;

const install =
  "install `unshare` and `mount` of util-linux (`apt-get install util-linux mount`), then repeat";
const allow =
  "let `unshare` make user namespaces and mount in them: on Ubuntu 24.04 by an AppArmor profile for it with `userns,` (`cairn help fence`); Linux before 5.11 makes none";

const saidBy = (error: unknown): string =>
  error instanceof Error && "stderr" in error && typeof error.stderr === "string"
    ? (error.stderr.trim().split("\n")[0] ?? "")
    : "";

const look = async (bwrap: Path): Promise<OverlaysHere> => {
  const [unshare, mount] = [programOf("unshare", "/"), programOf("mount", "/")];
  if (unshare === null || mount === null)
    return {
      is: "none",
      why: `${unshare === null ? "unshare" : "mount"} isn't installed`,
      mend: install,
    };
  const overlays = { unshare, mount };
  const top = mkdtempSync(join(tmpdir(), `cairn-tmp-${process.pid}-`));
  try {
    const [folder, low] = [join(top, "0"), join(top, "was")];
    mkdirSync(join(low, "was"), { recursive: true });
    writeFileSync(join(low, "was/file"), "below");
    writeFileSync(join(top, "table"), overlayIn(folder, low));
    const all = join(folder, "all");
    const words = ["--ro-bind", "/", "/", "--bind", all, all, "--", "/bin/sh", "-c", use(all)];
    const made = [
      ...beforeOverlays(overlays, join(top, "table"), false),
      bwrap,
      "--cap-drop",
      "ALL",
      ...insideOverlays(),
    ];
    const [program = "", ...rest] = [...made, ...words];
    const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", ...ownSign };
    await run(program, rest, { timeout: tryMs, cwd: "/", env });
    return { is: "there", overlays };
  } catch (error) {
    const why = `this system makes no overlays: ${saidBy(error) || "it gave no reason"}`;
    return { is: "none", why, mend: allow };
  } finally {
    await removeWhole(top);
  }
};

let known: Promise<OverlaysHere> | null = null;
/** Cached for the life of this process. */
export const probeOverlays = (bwrap: Path): Promise<OverlaysHere> => (known ??= look(bwrap));
