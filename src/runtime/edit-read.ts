// One reading of hand edits on the newest state of a run: as commands, which go through the one door.
import type { Admitted, Edit } from "../core/dialect.ts";
import { digest } from "../core/hash.ts";
import type { Command } from "../core/protocol.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Path, Recorded } from "../core/row.ts";
import { siteOf } from "../work/site.ts";
import type { Drift, Ground } from "../workspace/workspace.ts";
import { editAuthor, type Suspect, suspectsOf } from "./edit-author.ts";
import { groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";
import { formerOf } from "./former-texts.ts";
import { asRefusal, onFault } from "./on-fault.ts";
import { overtaken } from "./send.ts";
import type { DoorParts } from "./runner-parts.ts";
import { workFacts } from "./world-facts.ts";

export type EditParts = DoorParts & {
  readonly log: (run: string, until: number) => Promise<readonly Recorded[]>;
};
/** What edits are read on. */
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
  const facts = await workFacts(engine, folds, run, folded, ask, undefined, ground);
  return isRefusal(facts) ? facts : protocol.admit(state, edits, facts, events);
};

/** What keeps a checkout from being looked at is for the author of the edit to know. */
const orRefused = <T>(look: () => Promise<T>): Promise<T | Refusal> =>
  onFault(look, asRefusal, ["CHECKOUT_UNFINISHED"]);

/** Takes the work that edits tell of, as it lies in the checkout. `taken`: there was some, and they are to be read anew. `where`: the one job that they tell of. */
const takeTold = async (parts: EditParts, newest: Newest): Promise<Told | Refusal> => {
  const { engine, door } = parts;
  const { run, folded } = newest;
  const { at, ...rest } = groundOf(engine, folded);
  if (siteOf(folded.state) === null || at === undefined) return untold;
  const { checkoutSite } = await import("./landing/where.ts");
  const here = await orRefused(async () =>
    (await engine.workspace.places()).here(await checkoutSite(engine, run, folded)),
  );
  const ground = { ...rest, at: isRefusal(here) ? at : { ...at, commit: here.commit } };
  const admitted = await admittedOn(parts, newest, ground);
  const commands = isRefusal(admitted) ? [] : admitted.flatMap((one) => one.commands);
  if (commands.length === 0) return untold;
  const by = editAuthor(await suspectsOf(engine, run, folded), null, engine.user);
  const said = commands.map((command) => ({ command, by }));
  const dry = await door({ run, said, dry: true, ground });
  if (isRefusal(dry)) return untold;
  const { takeTold: take } = await import("./landing/by-file.ts");
  return orRefused(() => take({ ...parts, run }, folded, dry.events));
};

/** The same edit, read again after a kill or by another process at the same time, is the same command. */
const idOf = ({ path, digest: bytes, former }: Drift, commands: readonly Command[]): string =>
  `edit/${digest(JSON.stringify([path, bytes, former[0]?.version ?? 0, commands])).slice(0, 40)}`;

/** Sends what edits mean on that version, one after the other; the refusals by path. null: others were first, who may have read the same edit. */
const sendAll = async (
  { engine, door }: EditParts,
  { run, folded }: Newest,
  drifts: readonly Drift[],
  admitted: readonly Admitted[],
  holder: Suspect | undefined,
  where: Pick<Told, "where">,
): Promise<Map<Path, Refusal> | null> => {
  const refused = new Map<Path, Refusal>();
  const suspects = holder === undefined ? await suspectsOf(engine, run, folded) : [holder];
  let on = folded.version;
  for (const { path, commands, by: claimed, refused: no } of admitted) {
    const drift = drifts.find((edit) => edit.path === path);
    if (no !== null && !refused.has(path)) refused.set(path, no);
    if (drift === undefined || commands.length === 0) continue;
    const by = editAuthor(suspects, claimed, engine.user);
    const said = commands.map((command) => ({ command, by, ...where }));
    const sent = await door({ run, said, id: idOf(drift, commands), on });
    if (sent === overtaken) return null;
    if (!isRefusal(sent)) on = Math.max(on, sent.version);
    else if (!refused.has(path)) refused.set(path, sent);
  }
  return refused;
};

/**
 * The refusals by path. null: others were first at the door, so it must be read anew.
 * @param taken texts that were taken in before and aren't written anew yet, newest first
 * @param last there is no other round
 */
export const readOnce = async (
  parts: EditParts,
  run: string,
  drifts: readonly Drift[],
  taken: (path: Path) => readonly string[],
  last: boolean,
  holder: Suspect | undefined,
): Promise<Map<Path, Refusal> | null> => {
  const { engine, folds, log } = parts;
  const folded = await folds.newest(run);
  if (folded === null) return new Map();
  const { version } = folded;
  const events = await log(run, version);
  const past = formerOf(engine, run, folded, events);
  const editOf = async (drift: Drift): Promise<Edit> => {
    const former = await past(drift);
    const own = taken(drift.path).map((text) => ({ version, text }));
    return {
      path: drift.path,
      text: drift.text,
      *former() {
        yield* own;
        yield* former();
      },
    };
  };
  const newest = { run, folded, events, edits: await Promise.all(drifts.map(editOf)) };
  const allRefused = (no: Refusal) => new Map(drifts.map(({ path }) => [path, no] as const));
  // Of a job's own copies its work was taken by then.
  const told = holder === undefined ? await takeTold(parts, newest) : untold;
  if (isRefusal(told)) return allRefused(told);
  const { taken: isNew, ...where } = told;
  if (isNew && !last) return null;
  const admitted = await admittedOn(parts, newest);
  // A path that was led elsewhere must be mended by its author, and hold up nothing else.
  if (isRefusal(admitted)) return allRefused(admitted);
  const refused = await sendAll(parts, newest, drifts, admitted, holder, where);
  if (refused === null) return null;
  const meant = new Set(admitted.flatMap(({ path, refused: no }) => (no === null ? [] : [path])));
  const late = [...refused.keys()].some((path) => !meant.has(path));
  const now = late && !last ? await folds.newest(run) : null;
  return now !== null && now.version > version ? null : refused;
};
