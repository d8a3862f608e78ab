// Overlays over the user's caches: read below, written above, in a mount namespace of their own.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ownSign } from "../../core/job-variables.ts";
import type { Path } from "../../core/row.ts";
import { removeWhole } from "../places/remove.ts";
import { programOf } from "../programs.ts";

const run = promisify(execFile);
const tryMs = 10_000;

/** Options of bubblewrap inside, and the command line in front of it that mounts what a table lists. */
export type Overlays = {
  readonly before: (table: Path) => readonly string[];
  readonly inside: readonly string[];
};

/**
 * Mounts all overlays by one process, then becomes the program after it. Where one can't be mounted,
 * by its file system, its folder is empty at first. PATH is the job's: programs by their paths.
 */
const script = '"$1" -a -T "$2" 2>/dev/null; shift 2; exec "$@"';

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

const overlaysOf = (unshare: Path, mount: Path): Overlays => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const mapped = uid === 0 ? [] : ["--user", "--map-root-user"];
  return {
    before: (table) => [unshare, ...mapped, "--mount", "/bin/sh", "-c", script, "sh", mount, table],
    inside: uid === 0 ? [] : ["--unshare-user", "--uid", String(uid), "--gid", String(gid)],
  };
};

/** Written, removed and made anew as tools do it: some file systems can't be the upper one. */
const use = (at: Path): string => `set -e; cd ${JSON.stringify(at)}
test "$(cat was/file)" = below; echo above > was/file; mv was/file x; rmdir was; mkdir was; test -z "$(ls was)"`;

const look = async (bwrap: Path): Promise<Overlays | null> => {
  const [unshare, mount] = [programOf("unshare", "/"), programOf("mount", "/")];
  if (unshare === null || mount === null) return null;
  const overlays = overlaysOf(unshare, mount);
  const top = mkdtempSync(join(tmpdir(), `cairn-tmp-${process.pid}-`));
  try {
    const [folder, low] = [join(top, "0"), join(top, "was")];
    mkdirSync(join(low, "was"), { recursive: true });
    writeFileSync(join(low, "was/file"), "below");
    writeFileSync(join(top, "table"), overlayIn(folder, low));
    const all = join(folder, "all");
    const words = ["--ro-bind", "/", "/", "--bind", all, all, "--", "/bin/sh", "-c", use(all)];
    const made = [
      ...overlays.before(join(top, "table")),
      bwrap,
      "--cap-drop",
      "ALL",
      ...overlays.inside,
    ];
    const [program = "", ...rest] = [...made, ...words];
    const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", ...ownSign };
    await run(program, rest, { timeout: tryMs, cwd: "/", env });
    return overlays;
  } catch {
    return null;
  } finally {
    await removeWhole(top);
  }
};

let known: Promise<Overlays | null> | null = null;
/** null: this system makes none. Cached for the life of this process. */
export const probeOverlays = (bwrap: Path): Promise<Overlays | null> => (known ??= look(bwrap));
