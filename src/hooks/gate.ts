// Why: a job says beforehand what it may write; told before an edit, that costs a sentence, and after it an attempt.
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Job } from "../core/job.ts";
import { oneLine } from "../core/quote.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import type { System } from "../runtime/system.ts";
import type { Caller } from "./caller.ts";
import type { HookCall } from "./hook-call.ts";
import { editedBy } from "./tools.ts";

/** With links resolved, as far as the path is there. */
const real = (path: string): string => {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(real(above), basename(path));
};

const within = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** As protocols write places: from the root, absolute, or from the user's home. */
const placeOf = (root: string, path: Path): string => real(path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(root, path));

const mayWrite = ({ writes }: Job, path: string, root: string): boolean =>
  writes === "anything" || (writes !== "nothing" && writes.some((place) => within(path, placeOf(root, place))));

const what = ({ writes }: Job): string =>
  writes === "nothing" || writes === "anything" ? "changes no file of the working tree" : `writes only ${writes.join(", ")}`;

/**
 * Why a call may not change what it would; null: it may. Only files of the working tree are held: a run's own documents are read as hand edits, whoever makes them,
 * and what lies elsewhere is no work of the run.
 */
export const heldBack = async (system: System, { card, standing: { job } }: Caller, call: HookCall): Promise<string | null> => {
  const paths = editedBy(call);
  if (paths.length === 0 || job.writes === "anything") return null;
  const loaded = await system.load(card.run);
  if (isRefusal(loaded)) return null;
  const { protocol, state } = loaded;
  const root = real(system.root);
  const own = [system.workspace.home, system.folder(card)].map(real);
  // A name `*` in it stands for any: such a place is none to compare with.
  own.push(
    ...protocol
      .ignores(state)
      .filter((path) => !path.includes("*"))
      .map((path) => placeOf(root, path)),
  );
  const path = paths
    .map((one) => real(resolve(call.cwd ?? root, one)))
    .find((one) => within(one, root) && !own.some((place) => within(one, place)) && !mayWrite(job, one, root));
  if (path === undefined) return null;
  return [
    `cairn: not now. The job ${job.key} (${job.role}, ${oneLine(loaded.card.phase, 80)}) ${what(job)}, and this would change ${oneLine(relative(root, path))}.`,
    "Put what you found into its report instead; the work itself is a job of its own.",
  ].join(" ");
};
