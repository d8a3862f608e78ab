// Hand edits of a run's files, read as commands through the one door, or refused, stored, explained and reverted (invariant 9).
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Digest, Path } from "../core/row.ts";
import type { Drift } from "../workspace/workspace.ts";
import type { Suspect } from "./edit-author.ts";
import { type EditParts, readOnce } from "./edit-read.ts";
import { recordRefusal } from "./edit-refused.ts";
import { back, formerDigests } from "./former-texts.ts";

export type Edits = {
  /** Reads edits as commands, in the name of `holder` if known. Returned drifts are settled: they may be overwritten while they still have this digest. */
  takeIn(
    run: string,
    folder: string,
    found: readonly Drift[],
    holder?: Suspect,
  ): Promise<Readonly<Record<Path, Digest>>>;
};

/** Maximum of rereads when other processes were first; afterwards the edit waits for the next scan. */
const rounds = 10;

const isOld = ({ former, digest: bytes }: Drift): boolean =>
  former.some((one) => one.digest === bytes);
/** Restored old copies are no edits, unless the protocol accepts them; if the cache is lost, former projections are rendered from the ledger to recognize them. */
const sameAsFormer = async (
  { engine, folds, log }: EditParts,
  run: string,
  drifts: readonly Drift[],
  isJobs: boolean,
): Promise<ReadonlySet<Path>> => {
  const newest = await folds.newest(run);
  if (newest === null) return new Set();
  const { protocol, state } = newest;
  const [old, others] = [drifts.filter(isOld), drifts.filter((drift) => !isOld(drift))];
  const isEdit = ({ path, text }: Drift): boolean =>
    !isJobs && text !== null && protocol.takesBack?.(state, path, text) === true;
  const same = new Set(old.filter((drift) => !isEdit(drift)).map(({ path }) => path));
  // Only that many are remembered; older copies count as edits anyway.
  const forgotten = others.filter(
    ({ text, former }) => text !== null && text !== "" && former.length < back,
  );
  if (forgotten.length === 0) return same;
  const strange = forgotten.some(({ former }) => former.length === 0);
  const digests = await formerDigests(engine, run, newest, await log(run, newest.version), strange);
  for (const { path, digest: bytes } of forgotten)
    if (bytes !== null && digests.get(path)?.has(bytes) === true) same.add(path);
  return same;
};

export const createEdits = (parts: EditParts): Edits => {
  /** Accepted texts, newest first: until the file is written anew, by whichever process, a further edit was based on them. */
  const taken = new Map<string, { readonly since: number; readonly texts: readonly string[] }>();
  const sinceOf = ({ former }: Drift): number => former[0]?.version ?? 0;
  const takenOf =
    (run: string) =>
    (drift: Drift): readonly string[] => {
      const known = taken.get(`${run} ${drift.path}`);
      return known?.since === sinceOf(drift) ? known.texts : [];
    };
  const keepTaken = (run: string, drift: Drift): void => {
    // A writer that begins by emptying the file isn't done: its text was made from the one before.
    if (drift.text === null || drift.text === "") return;
    const texts = [drift.text, ...takenOf(run)(drift)];
    taken.set(`${run} ${drift.path}`, { since: sinceOf(drift), texts });
  };

  return {
    async takeIn(run, folder, found, holder) {
      const settled: Record<Path, Digest> = {};
      const whole = found.filter(({ half }) => !half);
      if (whole.length === 0) return settled;
      const unchanged = await sameAsFormer(parts, run, whole, holder !== undefined);
      const edits = whole.filter((drift) => !unchanged.has(drift.path));
      const readable = edits.filter(({ unreadable }) => unreadable === null);
      let refused: Map<Path, Refusal> | null = null;
      for (let round = 1; refused === null && readable.length > 0 && round <= rounds; round += 1)
        refused = await readOnce(parts, run, readable, takenOf(run), round === rounds, holder);
      const left = new Set(refused === null ? readable : []);
      for (const drift of edits) {
        if (left.has(drift)) continue;
        const no =
          drift.unreadable === null
            ? refused?.get(drift.path)
            : refuse("FILE_BROKEN", drift.unreadable, { path: drift.path });
        if (no !== undefined && drift.text !== null)
          await recordRefusal(parts, run, folder, drift, no);
        else keepTaken(run, drift);
      }
      for (const drift of whole)
        if (drift.digest !== null && !left.has(drift)) settled[drift.path] = drift.digest;
      return settled;
    },
  };
};
