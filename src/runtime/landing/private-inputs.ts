// Ignored files of the user's that work needs, with their digests in the record: proofs rest on them.
import { isPlainPath } from "../../core/glob.ts";
import { digest } from "../../core/hash.ts";
import type { Job } from "../../core/job.ts";
import type { Path } from "../../core/row.ts";
import type { Site } from "../../landing/site.ts";
import type { PlaceSite } from "../../workspace/workspace.ts";
import { sayAsEngine } from "../jobs/handover.ts";
import type { Driving } from "../runner/driving.ts";
import { warn } from "../run-options.ts";
import { includePatterns } from "./worktree-include.ts";

/** Without door and tell, for rechecks: nothing is recorded or reported. */
export type Lender = Pick<Driving, "engine" | "run"> & Partial<Pick<Driving, "door" | "tell">>;

/** Copies ignored files that work needs; none of them lands. Later proofs refer to them as recorded here. */
export const lendPrivate = async (
  { door, engine, run, tell }: Lender,
  at: PlaceSite,
  { key }: Job,
  folder: string,
  site: Site,
): Promise<void> => {
  const { ready } = site;
  if (ready.copy.length === 0 && ready.include === undefined) return;
  const places = await engine.workspace.places();
  const { files: matched } = await places.included(at, includePatterns(ready));
  const copy = [...new Set([...ready.copy.filter(isPlainPath), ...matched])];
  const found: Record<Path, Uint8Array> = {};
  for (const path of copy) {
    const bytes = await engine.workspace.bytes({ root: at.root, place: null, ignores: [] }, path);
    if (bytes !== null) found[path] = bytes;
  }
  const own = { ...at, documents: [...new Set([...at.documents, ...copy])] };
  const there = new Set(await places.lend(own, folder, found));
  const files = Object.fromEntries(
    copy.map((path) => [
      path,
      found[path] === undefined || !there.has(path) ? null : digest(found[path]),
    ]),
  );
  if (
    door === undefined ||
    tell === undefined ||
    (copy.every((path) => files[path] === site.inputs[path]) &&
      Object.keys(site.inputs).every((path) => path in files))
  )
    return;
  const command = { type: "LendInputs", data: { files } };
  await sayAsEngine(
    door,
    run,
    command,
    `${run}/${key}/inputs/${digest(JSON.stringify(files)).slice(0, 16)}`,
  );
  for (const path of copy.filter((one) => files[one] === null && site.inputs[one] !== null))
    warn(
      tell,
      `${path}, which \`place.copy\` in cairn.config.json names, is no file in your checkout: jobs and checks go without it; put it there, and the next job has it`,
    );
};
