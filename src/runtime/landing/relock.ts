// Lock files after a merge: made anew by their own program from the merged manifest, never merged as text.
import { dirname, join } from "node:path";
import { isLockFile, type LockFile, lockFileOf } from "../../core/checks/lock-files.ts";
import { firstOf } from "../../core/words/how-many.ts";
import { Fault } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { whyLines } from "../../landing/red-causes.ts";
import type { Commit } from "../../landing/site.ts";
import type { Merged, MergeHow, PlaceSite } from "../../workspace/workspace.ts";
import { groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { checkEnv } from "../host/env.ts";
import { withFence } from "../host/fence-for.ts";
import { realHands } from "../host/hands.ts";
import { keepOutput } from "../host/kept-output.ts";
import { warn } from "../run-options.ts";
import type { Landing } from "../runner/driving.ts";

const limits = { ms: 300_000, bytes: 16 * 1_048_576, said: 600, lines: 8 } as const;

type Relocking = {
  readonly driving: Landing;
  readonly folded: Folded;
  readonly at: PlaceSite;
};
/** `why`: a file couldn't be made anew. */
type Relocked =
  | { readonly work: Commit; readonly paths: readonly Path[] }
  | { readonly why: string };

const versionIn = ({ version }: LockFile, text: string): string | undefined =>
  version === undefined ? undefined : version.exec(text)?.[1];

/** Makes the lock files of one checkout anew; why not, or the paths written. */
const runAll = async (
  { driving: { engine, run }, folded }: Relocking,
  folder: string,
  locks: readonly Path[],
): Promise<string | readonly Path[]> => {
  const { workspace } = engine;
  const { root, ...here } = groundOf(engine, folded);
  const ground = { ...here, root: folder };
  const textOf = async (path: Path): Promise<string | null> => {
    const bytes = await workspace.bytes({ root: folder, place: null, ignores: [] }, path);
    return bytes === null ? null : Buffer.from(bytes).toString("utf8");
  };
  const written: Path[] = [];
  const commands: (readonly string[])[] = [];
  for (const path of locks) {
    const text = await textOf(path);
    const known = text === null ? undefined : lockFileOf(path, text);
    if (known !== undefined) commands.push(known.argv);
  }
  const work = { commit: null, commands };
  const within = { root, ground, work };
  return withFence(engine, within, async (env, fence) => {
    for (const path of locks) {
      const before = await textOf(path);
      const known = before === null ? undefined : lockFileOf(path, before);
      // Without the file there is no such lock any more: what landed removed it.
      if (known === undefined || before === null) continue;
      const output = keepOutput();
      const mark = `${run}.relock.${engine.chance(12)}`;
      const ran = await realHands.run(
        {
          argv: known.argv,
          env: checkEnv(env, {}, mark),
          cwd: join(folder, dirname(path)),
          stdin: null,
          mark,
          fence: fence(true),
          ms: limits.ms,
          bytes: limits.bytes,
          output: (_from, chunk) => output.add(chunk),
        },
        workspace.processes,
        new AbortController().signal,
      );
      const program = known.argv.join(" ");
      if (ran.exit !== 0)
        return `\`${program}\`: ${ran.why ?? `exit ${ran.exit ?? "unknown"}`}\n${whyLines(output.text(), limits.lines).slice(0, limits.said)}`;
      const [was, is] = [versionIn(known, before), versionIn(known, (await textOf(path)) ?? "")];
      if (was !== is)
        return `\`${program}\` would change the version of its format from ${was ?? "none"} to ${is ?? "none"}`;
      written.push(path, ...(known.both ? [join(dirname(path), known.manifest)] : []));
    }
    return written;
  });
};

const notFiles: readonly string[] = ["PATH_OUTSIDE", "FILE_OVERSIZED"];
/** A lock file that is a link, or huge, is for an agent. */
const unread = (error: unknown): string => {
  if (error instanceof Fault && notFiles.includes(error.code)) return error.message;
  throw error;
};

/** A commit in which these lock files were made anew for the manifests of another commit. */
const relocked = async (
  relocking: Relocking,
  { commit, tree }: Commit,
  locks: readonly Path[],
  parents: readonly string[],
  message: string,
): Promise<Relocked> => {
  const { driving, at } = relocking;
  const { engine } = driving;
  const places = await engine.workspace.places();
  const key = `relock-${engine.chance(12)}`;
  try {
    const folder = await places.checkout(at, key, commit);
    const made = await runAll(relocking, folder, locks).catch(unread);
    if (typeof made === "string") return { why: made };
    if (made.length === 0) return { work: { commit, tree }, paths: locks };
    const work = await places.withFiles(at, key, made, { commit, parents, message });
    await driving.step("lock files made");
    return { work: work.tree === tree ? { commit, tree } : work, paths: made };
  } finally {
    await places.free(at, key);
  }
};

const shown = 3;
const messageOf = ({ driving: { run } }: Relocking, locks: readonly Path[]): string =>
  `Make ${firstOf(locks, shown)} anew\n\nCairn-Run: ${run}\n`;

const untold = new WeakMap<Landing["engine"], Set<string>>();
const tellWhy = ({ engine, tell }: Landing, locks: readonly Path[], why: string): void => {
  const known = untold.get(engine) ?? new Set<string>();
  untold.set(engine, known);
  const text = `${firstOf(locks, shown)} couldn't be made anew for what was merged: ${why}`;
  if (!known.has(text)) warn(tell, text);
  known.add(text);
};

type Given = NonNullable<MergeHow["files"]>;

/** Merges by `merge`; lock files that conflict while their manifests don't are made anew. */
export const mergeWithLocks = async (
  relocking: Relocking,
  onto: string,
  merge: (files?: Given) => Promise<Merged>,
): Promise<Merged> => {
  const made = await merge();
  if (made.is === "merged" || !made.files.every(isLockFile)) return made;
  const locks = made.files;
  // Each program begins with the lock file that landed.
  const rest = await merge({ paths: locks, of: onto });
  if (rest.is === "conflict") return made;
  const { commit } = rest.merged;
  const done = await relocked(relocking, rest.merged, locks, [commit], messageOf(relocking, locks));
  if ("work" in done) return merge({ paths: done.paths, of: done.work.commit });
  tellWhy(relocking.driving, locks, done.why);
  return made;
};

/** A conflict's mended work, with those of the conflicting lock files made anew that its place held as landed. */
export const mendedLocks = async (
  relocking: Relocking,
  work: Commit,
  files: readonly Path[],
): Promise<Commit> => {
  const locks = files.filter(isLockFile);
  if (locks.length === 0) return work;
  const { driving } = relocking;
  const message = messageOf(relocking, locks);
  const done = await relocked(relocking, work, locks, [work.commit], message);
  if ("work" in done) return done.work;
  tellWhy(driving, locks, done.why);
  return work;
};
