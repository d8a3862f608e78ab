// Watch for a full disk while a runner waits for jobs.
import type { Engine } from "../engine.ts";
import type { Progress } from "../run-options.ts";
import { createTroubles } from "./troubles.ts";

/** In ms. */
const everyMs = 2_000;

/** While the runner waits, checks periodically whether the disk is writable, and reports. */
export const createDiskWatch = (
  { workspace, now }: Engine,
  tell: (progress: Progress) => void,
): (() => Promise<void>) => {
  const time = (): number => Date.parse(now());
  const trouble = createTroubles((text) => tell({ is: "warning", text }), time, 0);
  let asked = Number.NEGATIVE_INFINITY;
  return async () => {
    if (time() - asked < everyMs) return;
    asked = time();
    const fault = await workspace.unwritable();
    const waits =
      "how jobs under way end can't be recorded, which is waited for (10 min, then they count as lost)";
    trouble(
      "disk",
      fault === null
        ? null
        : `${fault.code}: ${fault.message}: ${waits}. Mend that, and the run goes on by itself`,
    );
  };
};
