// Run folders moved by hand: taken as the command that they mean, or moved back.
import type { Sender } from "../core/protocol.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Drift } from "../workspace/workspace.ts";
import { groundOf } from "./engine.ts";
import type { Folded } from "./fold.ts";
import { isMovePending, movedAt } from "./former-folder.ts";
import type { EditParts } from "./edit-read.ts";
import { sayAsEngine } from "./handover.ts";

const split = (path: string): readonly [parent: string, name: string] => {
  const at = path.lastIndexOf("/");
  return [path.slice(0, at), path.slice(at + 1)];
};

/** Handles a moved run folder. `drift`: differences in the run's folder. True: it was moved, and that is settled. Fault: it can't be put back. */
export const carriedAway = async (
  parts: EditParts,
  run: string,
  folded: Folded,
  drift: readonly Drift[],
): Promise<boolean> => {
  const { engine, folds, door } = parts;
  const { place: folder, root } = groundOf(engine, folded);
  const carried = folded.protocol.carried?.(folded.state);
  const file = drift.find(({ path }) => !path.includes("/"))?.path;
  if (
    carried === undefined ||
    folder === null ||
    file === undefined ||
    drift.some(({ text }) => text !== null)
  )
    return false;
  const to = engine.resolve(root, carried.to);
  const tree = await engine.workspace.folders();
  const holds = async (path: string): Promise<boolean> => {
    const [parent, name] = split(path);
    return (await tree.foldersWith(parent, file)).includes(name);
  };
  if ((await holds(folder)) || !(await holds(to)) || (await isMovePending(engine, run, folded)))
    return false;
  const by: Sender = { kind: "file", name: engine.user() };
  const sent = await door({ run, said: [{ command: carried.command, by }] });
  if (!isRefusal(sent)) return true;
  // Another process recorded and made this move meanwhile; no person did.
  const newest = await folds.newest(run);
  if (newest !== null && groundOf(engine, newest).place === to) return true;
  const asked = movedAt(folded, await parts.log(run, folded.version));
  await engine.workspace.move(run, to, folder, asked, { back: true });
  const why = `the folder was moved to ${carried.to} and is put back: ${sent.text}${sent.fits === undefined ? "" : `; what would fit: ${sent.fits}`}`;
  const data = { path: file, digest: "", code: sent.code, why };
  await sayAsEngine(door, run, { type: "RefuseEdit", data });
  return true;
};
