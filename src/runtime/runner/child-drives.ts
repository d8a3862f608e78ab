// Background drives of child runs: running ones, and results of the others.
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import { isAway } from "../carry/remote.ts";
import type { RunResult } from "../run-options.ts";
import type { Driving } from "./driving.ts";

/** `result` null: in progress. `version`: the child's version when driven. */
type Drive = { result: RunResult | Refusal | Fault | null; readonly version: number };

const waitingOf = ([child, { result }]: readonly [string, Drive]): RunResult["waiting"] =>
  result === null || result instanceof Fault || isRefusal(result) || result.status === "ended"
    ? []
    : result.waiting.map(({ key, what }) => ({ key: `${child} ${key}`, what }));

export const createChildDrives = (nested: Driving["nested"]) => {
  const drives = new Map<string, Drive>();
  return {
    /** In the background; again if the child changed since it came to rest. */
    drive(child: string, version: number): void {
      const known = drives.get(child);
      if (known !== undefined && (known.result === null || known.version === version)) return;
      const made: Drive = { result: null, version };
      drives.set(child, made);
      nested(child).then(
        (result) => void (made.result = result),
        (error: unknown) =>
          void (made.result =
            error instanceof Fault
              ? error
              : new Fault("CHILD_UNDRIVEN", String(error), "run the child by itself")),
      );
    },
    /** null: in progress; undefined: not driven here. */
    resultOf: (child: string) => drives.get(child)?.result,
    /** Throws a drive's fault. */
    raise(): void {
      for (const [child, { result }] of drives) {
        if (!(result instanceof Fault)) continue;
        // A drive that only waits for a remote is repeated.
        if (isAway(result)) drives.delete(child);
        throw result;
      }
    },
    isBusy: (): boolean => [...drives.values()].some(({ result }) => result === null),
    /** What children wait for. */
    waiting: (): RunResult["waiting"] => [...drives].flatMap(waitingOf),
  };
};
