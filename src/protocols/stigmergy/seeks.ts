// Paths outside of the run's folder that the oldest state files need: the product requirements.
import type { Source } from "../../core/run-files.ts";
import type { Path } from "../../core/row.ts";
import { prdBeside, stateFile } from "./manifest.ts";

/** Relative to the folder. */
export const seeks = ({ files }: Pick<Source, "files">): Promise<readonly Path[]> =>
  Promise.resolve(Object.hasOwn(files, stateFile) ? [prdBeside] : []);
