// Name of the machine that has a job, where machines share a ledger.
import type { RunAnswer } from "../../../src/http/answers.ts";

/** Follows the worker. `on`: only for a job on another machine than the server's. */
export const OnMachine = ({ on }: { readonly on: RunAnswer["jobs"][number]["on"] | undefined }) =>
  on === undefined ? null : (
    <>
      , on {on.machine}
      {on.silent ? <span className="wait">, silent: its lease isn’t renewed</span> : null}
    </>
  );
