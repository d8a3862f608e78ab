// Verify check of a run's files against the ledger, read-only.
import { digest } from "../../core/hash.ts";
import type { Digest, Path } from "../../core/row.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, readLog } from "../fold.ts";
import { isRemoved } from "../files/former-folder.ts";
import { onFault } from "../on-fault.ts";
import { type CareFinding, type Code, finding } from "./finding.ts";

/** How often to retry files that change during comparison. */
const rounds = 3;

/** Which of the files that differ only lag behind: nobody wrote there since the engine did. */
const laggards = async (
  engine: Engine,
  run: string,
  folded: Folded,
  odd: ReadonlyMap<Path, Digest | null>,
  drift: ReadonlyMap<Path, unknown>,
): Promise<ReadonlySet<Path> | "elsewhere"> => {
  const { workspace } = engine;
  const projected = await workspace.projected(run);
  const absent = [...odd.values()].every((is) => is === null);
  // Each machine writes its own files; this one never did.
  if (engine.shared && projected === null && absent && (await workspace.anchors(run)).length === 0)
    return "elsewhere";
  const lags = projected !== null && projected.version < folded.version;
  return new Set(lags ? [...odd.keys()].filter((path) => !drift.has(path)) : []);
};

const compare = async (
  engine: Engine,
  run: string,
  folded: Folded,
  folder: Path,
): Promise<readonly CareFinding[]> => {
  if (await isRemoved(engine, run, folded, folder)) return [];
  const { protocol, state, version } = folded;
  const ground = groundOf(engine, folded);
  const files = protocol.write(state, await readLog(engine, run, version));
  const findings: CareFinding[] = [];
  const find = (code: Code, path: Path, words: string): void =>
    void findings.push(finding(code, { run, version, subject: path }, `${path} ${words}`));
  const odd = new Map<Path, Digest | null>();
  for (const [path, text] of Object.entries(files))
    await onFault(
      async () => {
        const bytes = await engine.workspace.bytes(ground, `${folder}/${path}`);
        const is = bytes === null ? null : digest(bytes);
        if (is !== digest(text)) odd.set(path, is);
      },
      ({ message }) => find("FILE_UNREADABLE", `${folder}/${path}`, `can't be read: ${message}`),
    );
  const found = await onFault(
    () => engine.workspace.drift(run, folder, protocol.dropIns),
    ({ message }) => {
      // A folder in a file's place was told above.
      if (findings.length === 0) find("FILE_UNREADABLE", folder, `can't be read: ${message}`);
      return null;
    },
  );
  if (found === null) return findings;
  const drift = new Map(found.map((one) => [one.path, one]));
  for (const path of drift.keys())
    if (files[path] === undefined)
      find("FILE_STRAY", `${folder}/${path}`, "was not written by the engine, and not read yet");
  const behind = odd.size === 0 ? [] : await laggards(engine, run, folded, odd, drift);
  if (behind === "elsewhere") return findings;
  const old = new Set(behind);
  for (const [path, is] of odd)
    if (old.has(path)) continue;
    else if (is === null) find("FILE_MISSING", `${folder}/${path}`, "isn't there");
    else
      find(
        "FILE_DIFFERS",
        `${folder}/${path}`,
        `is not what the ledger says at version ${version}: it was edited, and the edit was not read yet`,
      );
  for (const path of old)
    find("FILE_OLD", `${folder}/${path}`, `is behind the ledger, which is at version ${version}`);
  return findings;
};

/**
 * `newest`: the current state at each call. Reads no edits and writes nothing. A projection may be
 * in progress: problems count when found twice at one version.
 */
export const compareFiles = async (
  engine: Engine,
  run: string,
  newest: () => Promise<Folded>,
): Promise<readonly CareFinding[]> => {
  let before = -1;
  for (let round = 1; ; round += 1) {
    const folded = await newest();
    const { place } = groundOf(engine, folded);
    if (place === null) return [];
    const findings = await compare(engine, run, folded, place);
    if (findings.every(({ severity }) => severity === "warning")) return findings;
    if (before === folded.version || round === rounds) return findings;
    before = folded.version;
  }
};
