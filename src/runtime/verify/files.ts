// Verify check of projected files against the ledger, read-only.
import { digest } from "../../core/hash.ts";
import { Fault } from "../../core/refusal.ts";
import type { Digest, Path } from "../../core/row.ts";
import type { Drift, Ground } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, readLog } from "../fold.ts";
import { formerDigests } from "../former-texts.ts";
import { isRemoved } from "../former-folder.ts";
import type { TrustFinding } from "../findings.ts";
import { finding } from "./codes.ts";
import { onFault } from "../on-fault.ts";

/** How often to retry files that change during comparison. */
const rounds = 3;

type Looked = { readonly digest: Digest | null } | { readonly fault: string };

const look = (engine: Engine, ground: Ground, path: Path): Promise<Looked> =>
  onFault<Looked, Looked>(
    async () => {
      const bytes = await engine.workspace.bytes(ground, path);
      return { digest: bytes === null ? null : digest(bytes) };
    },
    ({ message }) => ({ fault: message }),
  );

/** Once for all: if a run is driven elsewhere, all its files are outdated for one reason. */
const behind = (
  engine: Engine,
  run: string,
  version: number,
  [path = "", ...more]: readonly Path[],
): TrustFinding => {
  const which =
    more.length === 0
      ? `${path} is`
      : `${path} and ${more.length} more ${more.length === 1 ? "file" : "files"} are`;
  const since = engine.shared
    ? ": what was recorded since, on whichever machine, isn't written here yet"
    : "";
  return finding(
    "FILE_OLD",
    { run, version, path },
    `${which} behind the ledger, which is at version ${version}${since}`,
  );
};

const compare = async (
  engine: Engine,
  run: string,
  folded: Folded,
  ground: Ground,
  folder: string,
): Promise<readonly TrustFinding[]> => {
  if (await isRemoved(engine, run, folded, folder)) return [];
  const log = await readLog(engine, run, folded.version);
  const files = folded.protocol.write(folded.state, log);
  const other: { path: Path; full: string; found: Exclude<Looked, { fault: string }> }[] = [];
  const findings: TrustFinding[] = [];
  const add = (...about: Parameters<typeof finding>): void => void findings.push(finding(...about));
  for (const [path, text] of Object.entries(files)) {
    const full = `${folder}/${path}`;
    const found = await look(engine, ground, full);
    if ("fault" in found)
      add("FILE_UNREADABLE", { run, path: full }, `${full} can't be read: ${found.fault}`);
    else if (found.digest !== digest(text)) other.push({ path, full, found });
  }
  const projected = await engine.workspace.projected(run);
  const drift = new Map<Path, Drift>();
  try {
    for (const found of await engine.workspace.drift(run, folder, folded.protocol.dropIns))
      drift.set(found.path, found);
  } catch (error) {
    // A folder in a file's place: each path was compared separately above.
    if (!(error instanceof Fault)) throw error;
    if (findings.length === 0) add("FILE_UNREADABLE", { run, path: folder }, error.message);
  }
  for (const path of drift.keys())
    if (files[path] === undefined)
      add(
        "FILE_STRAY",
        { run, path: `${folder}/${path}` },
        `${folder}/${path} was not written by the engine, and was not read yet`,
      );
  if (other.length === 0) return findings;
  const forgotten = projected === null;
  const elsewhere = engine.shared && forgotten && other.every(({ found }) => found.digest === null);
  // Each machine writes its own files; this one never did.
  if (elsewhere && (await engine.workspace.anchors(run)).length === 0) return findings;
  // Rendering earlier versions is expensive: only for existing files.
  const asked = forgotten && other.some(({ found }) => found.digest !== null);
  const former = asked ? await formerDigests(engine, run, folded, log) : null;
  // With the cache lost, anchors tell how far the files were written.
  const written = forgotten
    ? ((await engine.workspace.anchors(run)).at(-1)?.version ?? 0)
    : projected.last;
  const old: Path[] = [];
  for (const { path, full, found } of other) {
    const version = folded.version;
    const edit = drift.get(path);
    const ours =
      found.digest !== null &&
      (former?.get(path)?.has(found.digest) === true ||
        edit?.former.some((one) => one.digest === found.digest) === true);
    const due = written < version && edit === undefined && (found.digest === null || !forgotten);
    if (ours || due) old.push(full);
    else if (found.digest === null)
      add("FILE_MISSING", { run, version, path: full }, `${full} isn't there`);
    else
      add(
        "FILE_DIFFERS",
        { run, version, path: full },
        `${full} is not what the ledger says at version ${version}: it was edited, and the edit was not read yet`,
      );
  }
  return old.length === 0 ? findings : [...findings, behind(engine, run, folded.version, old)];
};

/**
 * `newest`: the current state at each call. Reads no edits and writes nothing. A projection may be
 * in progress: problems count when found twice at one version.
 */
export const compareFiles = async (
  engine: Engine,
  run: string,
  newest: () => Promise<Folded>,
): Promise<readonly TrustFinding[]> => {
  let before: Folded | null = null;
  for (let round = 1; ; round += 1) {
    const folded = await newest();
    const ground = groundOf(engine, folded);
    if (ground.place === null) return [];
    const findings = await compare(engine, run, folded, ground, ground.place);
    if (findings.every(({ severity }) => severity === "warning")) return findings;
    if (before?.version === folded.version || round === rounds) return findings;
    before = folded;
  }
};
