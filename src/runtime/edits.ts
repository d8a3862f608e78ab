// Why: an edit of a run's files is a command in other clothes: it goes through the one door, or is refused, kept, explained and put back (invariant 9).
import type { Admitted, Edit } from "../core/dialect.ts";
import { digest } from "../core/hash.ts";
import type { Command } from "../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Digest, Path, Recorded } from "../core/row.ts";
import { siteOf } from "../work/site.ts";
import type { Drift, Ground } from "../workspace/workspace.ts";
import { editAuthor, type Suspect, suspectsOf } from "./edit-author.ts";
import { type Engine, groundOf } from "./engine.ts";
import type { Folded, Folds } from "./fold.ts";
import { sayAsEngine } from "./handover.ts";
import { back, formerDigests, formerOf } from "./former-texts.ts";
import { type Door, overtaken } from "./send.ts";
import { workFacts } from "./world-facts.ts";

export type Edits = {
  /** Reads edits as commands, `holder`'s if it is known whose they are. What comes back was dealt with: it may be replaced while it still has this digest. */
  takeIn(
    run: string,
    folder: string,
    found: readonly Drift[],
    holder?: Suspect,
  ): Promise<Readonly<Record<Path, Digest>>>;
  /** The run's files are as projected: what was taken in before is no longer what a next edit starts from. */
  projected(run: string): void;
};

export type EditParts = {
  readonly folds: Folds;
  readonly door: Door;
  readonly log: (run: string, until: number) => Promise<readonly Recorded[]>;
};

type Told = { readonly taken: boolean; readonly where?: string };
const untold: Told = { taken: false };

/** What keeps a checkout from being looked at is told to whoever edits. */
const orRefused = async <T>(look: () => Promise<T>): Promise<T | Refusal> => {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "CHECKOUT_UNFINISHED") throw error;
    return refuse(error.code, error.message, { fits: error.hint });
  }
};

/** How often an edit is read anew because others were first at the door; then it stands there for the next scan. */
const rounds = 10;
/** Of many findings the first few are told. */
const toldFindings = 10;

/** What is wrong, where, and what would fit, for whoever made the edit. */
const told = (refusal: Refusal): string => {
  const one = ({ text, pointer, line, column, fits }: Refusal): string => {
    const where = [
      ...(pointer === undefined || pointer === "" ? [] : [`at ${pointer}`]),
      ...(line === undefined ? [] : [`line ${line}, column ${column ?? 1}`]),
    ].join(", ");
    return `${text}${where === "" ? "" : ` (${where})`}${fits === undefined ? "" : `; what would fit: ${fits}`}`;
  };
  const all = refusal.more ?? [refusal];
  const lines = all.slice(0, toldFindings).map(one);
  return [
    ...lines,
    ...(all.length > toldFindings ? [`and ${all.length - toldFindings} more`] : []),
  ].join("\n");
};

export const createEdits = (engine: Engine, { folds, door, log }: EditParts): Edits => {
  const { workspace } = engine;
  /** Texts that were taken in and aren't written anew yet, newest first: an edit that follows at once was made from them. */
  const taken = new Map<string, Map<Path, readonly string[]>>();

  const keepTaken = (run: string, { path, text }: Drift): void => {
    if (text === null) return;
    const ofRun = taken.get(run) ?? new Map<Path, readonly string[]>();
    taken.set(run, ofRun.set(path, [text, ...(ofRun.get(path) ?? [])]));
  };

  /** The same edit, read again after a kill or by another process at the same time, is the same command. */
  const idOf = ({ path, digest: bytes, former }: Drift, commands: readonly Command[]): string =>
    `edit/${digest(JSON.stringify([path, bytes, former[0]?.version ?? 0, commands])).slice(0, 40)}`;

  const recordRefusal = async (
    run: string,
    folder: string,
    drift: Drift,
    refusal: Refusal,
  ): Promise<void> => {
    const why = told(refusal);
    const note = `${refusal.code}: ${drift.path}\n${why}`;
    // What was judged is kept, not what somebody has written there since: that is an edit of its own.
    const kept =
      drift.unreadable === null && drift.text !== null
        ? await workspace.setAside(run, drift.path, new TextEncoder().encode(drift.text), note)
        : await workspace.aside(run, folder, drift.path, note);
    const data = {
      path: drift.path,
      digest: drift.digest ?? "",
      code: refusal.code,
      why: `${why}\nyour bytes: ${kept}`,
    };
    const answer = await sayAsEngine(door, run, { type: "RefuseEdit", data });
    if (isRefusal(answer)) {
      throw new Fault(
        "EDIT_UNRECORDED",
        `the hand edit of ${drift.path} was kept in ${kept}, but can't be recorded: ${answer.text}`,
        "put it back from there once the run takes edits",
      );
    }
  };

  const admittedOn = async (
    run: string,
    newest: Folded,
    asked: readonly Edit[],
    events: readonly Recorded[],
    ground?: Ground,
  ) => {
    const { protocol, state } = newest;
    const ask = protocol.admitting?.(state, asked) ?? protocol.notice?.(state) ?? {};
    const facts = await workFacts(engine, folds, run, newest, ask, undefined, ground);
    return isRefusal(facts) ? facts : protocol.admit(state, asked, facts, events);
  };

  /** Takes the work that edits tell of, as it lies in the checkout. `taken`: there was some, and they are to be read anew. `where`: the one job that they tell of. */
  const tookTold = async (
    run: string,
    newest: Folded,
    asked: readonly Edit[],
    events: readonly Recorded[],
  ): Promise<Told | Refusal> => {
    const { at, ...rest } = groundOf(engine, newest);
    if (siteOf(newest.state) === null || at === undefined) return untold;
    const { checkoutSite } = await import("./landing/where.ts");
    const here = await orRefused(async () =>
      (await workspace.places()).here(await checkoutSite(engine, run, newest)),
    );
    const ground = { ...rest, at: isRefusal(here) ? at : { ...at, commit: here.commit } };
    const admitted = await admittedOn(run, newest, asked, events, ground);
    const commands = isRefusal(admitted) ? [] : admitted.flatMap((one) => one.commands);
    if (commands.length === 0) return untold;
    const by = editAuthor(await suspectsOf(engine, run, newest), null, engine.user);
    const dry = await door({
      run,
      said: commands.map((command) => ({ command, by })),
      dry: true,
      ground,
    });
    if (isRefusal(dry)) return untold;
    const { takeTold } = await import("./landing/by-file.ts");
    return orRefused(() => takeTold({ engine, folds, door, run }, newest, dry.events));
  };

  /** Sends what edits mean on that version, one after the other; the refusals by path. null: others were first, who may have read the same edit. */
  const sendAll = async (
    run: string,
    newest: Folded,
    edits: readonly Drift[],
    admitted: readonly Admitted[],
    holder: Suspect | undefined,
    where: string | undefined,
  ): Promise<Map<Path, Refusal> | null> => {
    const refused = new Map<Path, Refusal>();
    const suspects = holder === undefined ? await suspectsOf(engine, run, newest) : [holder];
    let on = newest.version;
    for (const { path, commands, by, refused: no } of admitted) {
      const drift = edits.find((edit) => edit.path === path);
      if (no !== null && !refused.has(path)) refused.set(path, no);
      if (drift === undefined || commands.length === 0) continue;
      const sender = editAuthor(suspects, by, engine.user);
      const sent = await door({
        run,
        said: commands.map((command) => ({
          command,
          by: sender,
          ...(where === undefined ? {} : { where }),
        })),
        id: idOf(drift, commands),
        on,
      });
      if (sent === overtaken) return null;
      if (!isRefusal(sent)) on = Math.max(on, sent.version);
      else if (!refused.has(path)) refused.set(path, sent);
    }
    return refused;
  };

  /** One reading of edits on the newest state. null: others were first at the door, so it must be read anew. */
  const readOnce = async (
    run: string,
    edits: readonly Drift[],
    last: boolean,
    holder: Suspect | undefined,
  ): Promise<Map<Path, Refusal> | null> => {
    const newest = await folds.newest(run);
    if (newest === null) return new Map();
    const events = await log(run, newest.version);
    const past = formerOf(engine, run, newest, events);
    const asked: readonly Edit[] = await Promise.all(
      edits.map(async (drift) => {
        const former = await past(drift);
        const own = (taken.get(run)?.get(drift.path) ?? []).map((text) => ({
          version: newest.version,
          text,
        }));
        return {
          path: drift.path,
          text: drift.text,
          *former() {
            yield* own;
            yield* former();
          },
        };
      }),
    );
    // Of a job's own copies its work was taken by then.
    const told = holder === undefined ? await tookTold(run, newest, asked, events) : untold;
    if (isRefusal(told)) return new Map(edits.map(({ path }) => [path, told] as const));
    const { taken: isNew, where } = told;
    if (isNew && !last) return null;
    const admitted = await admittedOn(run, newest, asked, events);
    // A path that was led elsewhere must be mended by whoever edits, and hold up nothing else.
    if (isRefusal(admitted)) return new Map(edits.map(({ path }) => [path, admitted] as const));
    const refused = await sendAll(run, newest, edits, admitted, holder, where);
    if (refused === null) return null;
    const meant = new Set(admitted.flatMap(({ path, refused: no }) => (no === null ? [] : [path])));
    const late = [...refused.keys()].some((path) => !meant.has(path));
    const now = await folds.newest(run);
    return late && !last && now !== null && now.version > newest.version ? null : refused;
  };

  /** Old copies that were written back unchanged say nothing; with the cache lost, what the ledger renders for former projections tells them. */
  const sameAsFormer = async (
    drifts: readonly Drift[],
    run: string,
  ): Promise<ReadonlySet<Path>> => {
    const isKnown = ({ former, digest: bytes }: Drift): boolean =>
      former.some((one) => one.digest === bytes);
    const same = new Set(drifts.filter(isKnown).map(({ path }) => path));
    // Of which so many are remembered, older copies than these are edits in any case.
    const forgotten = drifts.filter(
      ({ path, text, former }) =>
        !same.has(path) && text !== null && text !== "" && former.length < back,
    );
    const newest = forgotten.length === 0 ? null : await folds.newest(run);
    if (newest === null) return same;
    const strange = forgotten.some(({ former }) => former.length === 0);
    const digests = await formerDigests(
      engine,
      run,
      newest,
      await log(run, newest.version),
      strange,
    );
    for (const { path, digest: bytes } of forgotten)
      if (bytes !== null && digests.get(path)?.has(bytes) === true) same.add(path);
    return same;
  };

  return {
    async takeIn(run, folder, found, holder) {
      const settled: Record<Path, Digest> = {};
      const whole = found.filter(({ half }) => !half);
      if (whole.length === 0) return settled;
      const unchanged = await sameAsFormer(whole, run);
      const edits = whole.filter((drift) => !unchanged.has(drift.path));
      const readable = edits.filter(({ unreadable }) => unreadable === null);
      let refused: Map<Path, Refusal> | null = null;
      for (let round = 1; refused === null && readable.length > 0 && round <= rounds; round += 1)
        refused = await readOnce(run, readable, round === rounds, holder);
      const left = new Set(refused === null ? readable : []);
      for (const drift of edits) {
        if (left.has(drift)) continue;
        const no =
          drift.unreadable === null
            ? refused?.get(drift.path)
            : refuse("FILE_BROKEN", drift.unreadable, { path: drift.path });
        if (no !== undefined && drift.text !== null) await recordRefusal(run, folder, drift, no);
        else keepTaken(run, drift);
      }
      for (const drift of whole)
        if (drift.digest !== null && !left.has(drift)) settled[drift.path] = drift.digest;
      return settled;
    },
    projected: (run) => void taken.delete(run),
  };
};
