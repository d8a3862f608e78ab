// One reading of hand edits on a run's newest state, as commands through the one door.
import type { Admitted, Edit } from "../../core/run-files.ts";
import { digest } from "../../core/hash.ts";
import type { Command } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path, Recorded } from "../../core/row.ts";
import { siteOf } from "../../landing/site.ts";
import type { Base, Drift, Ground, Last } from "../../workspace/workspace.ts";
import { type Copies, editAuthor, suspectsOf } from "./edit-author.ts";
import { groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { asRefusal, onFault } from "../on-fault.ts";
import { filesAt } from "../rendered.ts";
import { overtaken } from "../send.ts";
import type { DoorParts } from "../runner-parts.ts";
import { workFacts } from "../send/world-facts.ts";

export type EditParts = DoorParts & {
  readonly log: (run: string, until: number) => Promise<readonly Recorded[]>;
};
/** The state on which edits are read. */
type Newest = {
  readonly run: string;
  readonly folded: Folded;
  readonly edits: readonly Edit[];
  readonly events: readonly Recorded[];
};
type Told = { readonly taken: boolean; readonly where?: string };
const untold: Told = { taken: false };

const admittedOn = async (
  { engine, folds }: EditParts,
  { run, folded, edits, events }: Newest,
  ground?: Ground,
): Promise<readonly Admitted[] | Refusal> => {
  const { protocol, state } = folded;
  const ask = protocol.admitting?.(state, edits) ?? protocol.notice?.(state) ?? {};
  const facts = await workFacts(engine, folds, run, folded, ask, ground);
  return isRefusal(facts) ? facts : protocol.admit(state, edits, facts, events);
};

/** Turns faults into refusals: the edit's author has to know why the checkout is unreadable. */
const orRefused = <T>(look: () => Promise<T>): Promise<T | Refusal> =>
  onFault(look, asRefusal, ["CHECKOUT_UNFINISHED"]);

/** Takes the work in the checkout that edits report. `taken`: some was taken, and edits must be reread. `where`: the only job that they report. */
const takeTold = async (parts: EditParts, newest: Newest): Promise<Told | Refusal> => {
  const { engine, door } = parts;
  const { run, folded } = newest;
  const { at, ...rest } = groundOf(engine, folded);
  if (siteOf(folded.state) === null || at === undefined) return untold;
  const { checkoutSite } = await import("../landing/where.ts");
  const here = await orRefused(async () =>
    (await engine.workspace.places()).here(checkoutSite(engine, run, folded)),
  );
  const ground = { ...rest, at: isRefusal(here) ? at : { ...at, commit: here.commit } };
  const admitted = await admittedOn(parts, newest, ground);
  const commands = isRefusal(admitted) ? [] : admitted.flatMap((one) => one.commands);
  if (commands.length === 0) return untold;
  const by = editAuthor(await suspectsOf(engine, run, folded), null, engine.user());
  const said = commands.map((command) => ({ command, by }));
  const dry = await door({ run, said, dry: true, ground });
  if (isRefusal(dry)) return untold;
  const { takeTold: take } = await import("../landing/by-file.ts");
  return orRefused(() => take({ ...parts, run }, folded, dry.events));
};

/** Edits beside which nobody was since they were read: others have dealt with the rest, and it would be told apart from what they wrote. */
export const ownOf = (
  drifts: readonly Drift[],
  last: Readonly<Record<Path, Last>>,
): readonly Drift[] => drifts.filter(({ path, mark }) => (last[path]?.mark ?? 0) === mark);

type Files = Readonly<Record<Path, string>>;
type Known = {
  readonly own: readonly Drift[];
  /** What an edit is told apart from: the text last written there, or last taken from there; null: none. */
  readonly baseOf: (path: Path) => Base | null;
};
/**
 * What is known of edited files. Asked anew each time: another process may have taken an earlier form of the same edit.
 * @param stands the files as the newest state shows them
 */
const knownOf = async (
  { engine }: EditParts,
  { run, folded, events }: Omit<Newest, "edits">,
  copies: Copies | undefined,
  drifts: readonly Drift[],
  stands: Files,
): Promise<Known> => {
  const last = copies === undefined ? await engine.workspace.last(run) : {};
  const { version } = copies ?? folded;
  const files = copies === undefined ? stands : filesAt(folded, events, version);
  return {
    own: copies === undefined ? ownOf(drifts, last) : drifts,
    baseOf: (path) => {
      const text = files[path];
      return last[path]?.base ?? (text === undefined ? null : { version, text });
    },
  };
};

/** The same edit, reread after a kill or by a concurrent process, is the same command. */
const idOf = (
  { path, digest: bytes }: Drift,
  base: Base | null,
  commands: readonly Command[],
): string => {
  const before = base === null ? null : [base.version, digest(base.text)];
  return `edit/${digest(JSON.stringify([path, bytes, before, commands])).slice(0, 40)}`;
};

type Sending = Pick<Told, "where"> & {
  readonly drifts: readonly Drift[];
  readonly copies: Copies | undefined;
  readonly baseOf: (path: Path) => Base | null;
};
/** Sends the commands of edits on that version in order; returns refusals by path. null: another process was first, perhaps with the same edit. */
const sendAll = async (
  { engine, door }: EditParts,
  { run, folded }: Newest,
  admitted: readonly Admitted[],
  { drifts, copies, baseOf, ...where }: Sending,
): Promise<Map<Path, Refusal> | null> => {
  const refused = new Map<Path, Refusal>();
  const suspects = copies === undefined ? await suspectsOf(engine, run, folded) : [copies];
  let on = folded.version;
  for (const { path, commands, by: claimed, refused: no } of admitted) {
    const drift = drifts.find((edit) => edit.path === path);
    if (no !== null && !refused.has(path)) refused.set(path, no);
    if (drift === undefined || commands.length === 0) continue;
    const by = editAuthor(suspects, claimed, engine.user());
    const said = commands.map((command) => ({ command, by, ...where }));
    const sent = await door({ run, said, id: idOf(drift, baseOf(path), commands), on });
    if (sent === overtaken) return null;
    if (!isRefusal(sent)) on = Math.max(on, sent.version);
    else if (!refused.has(path)) refused.set(path, sent);
  }
  return refused;
};

/**
 * Returns refusals by path. null: another process was first, so read again.
 * @param last there is no further round
 */
export const readOnce = async (
  parts: EditParts,
  run: string,
  drifts: readonly Drift[],
  last: boolean,
  copies: Copies | undefined,
): Promise<ReadonlyMap<Path, Refusal> | null> => {
  const { folds, log } = parts;
  const folded = await folds.newest(run);
  if (folded === null) return new Map();
  const { version } = folded;
  const events = await log(run, version);
  const stands = filesAt(folded, events, version);
  const { own, baseOf } = await knownOf(parts, { run, folded, events }, copies, drifts, stands);
  const edits = own
    .filter(({ path, text }) => text === null || text !== stands[path])
    .map(({ path, text }): Edit => ({ path, text, before: baseOf(path)?.text ?? null }));
  if (edits.length === 0) return new Map();
  const newest = { run, folded, events, edits };
  const allRefused = (no: Refusal) => new Map(own.map(({ path }) => [path, no] as const));
  // The work of a job's own copies has been taken already.
  const told = copies === undefined ? await takeTold(parts, newest) : untold;
  if (isRefusal(told)) return allRefused(told);
  const { taken: isNew, ...where } = told;
  if (isNew && !last) return null;
  const admitted = await admittedOn(parts, newest);
  // A redirected path must be fixed by its author, and must block nothing else.
  if (isRefusal(admitted)) return allRefused(admitted);
  const refused = await sendAll(parts, newest, admitted, { drifts, copies, baseOf, ...where });
  if (refused === null) return null;
  const meant = new Set(admitted.flatMap(({ path, refused: no }) => (no === null ? [] : [path])));
  const late = [...refused.keys()].some((path) => !meant.has(path));
  const now = late && !last ? await folds.newest(run) : null;
  return now !== null && now.version > version ? null : refused;
};
