// Differences of files: small ones at once, large ones from a worker.
import { useEffect, useMemo, useState } from "react";
import type { FileChanges } from "../../../../src/http/answers.ts";
import { type Difference, differenceOf, weightOf } from "./difference.ts";

/** Up to this many characters comparing is fast enough for the main thread. */
const smallMost = 1_000_000;

/** null: in progress. */
export const useDifferences = (
  changes: FileChanges["changes"] | undefined,
): readonly Difference[] | null => {
  const small = changes === undefined || weightOf(changes) <= smallMost;
  const at = useMemo(
    () => (changes === undefined || !small ? null : changes.map(differenceOf)),
    [changes, small],
  );
  const [late, setLate] = useState<{
    readonly of: FileChanges["changes"];
    readonly all: readonly Difference[];
  } | null>(null);
  useEffect(() => {
    if (changes === undefined || small) return;
    const worker = new Worker(new URL("difference-worker.ts", import.meta.url), {
      type: "module",
      name: "cairn difference",
    });
    worker.addEventListener("message", ({ data }: MessageEvent<readonly Difference[]>) =>
      setLate({ of: changes, all: data }),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has but one other end
    worker.postMessage(changes);
    return () => worker.terminate();
  }, [changes, small]);
  return at ?? (late !== null && late.of === changes ? late.all : null);
};
