// Why: where machines share a ledger, who looks at the page must see which of them has a job, and that one doesn't speak up any more.
import type { Shown } from "../../../src/http/answers.ts";
import { silentMs } from "../../../src/core/span-words.ts";

/** Behind who does it. `elsewhere`: only of a job that another machine has than the server's. */
export const OnMachine = ({ elsewhere }: { readonly elsewhere: Shown["jobs"][number]["elsewhere"] | undefined }) =>
  elsewhere === undefined ? null : (
    <>
      , on {elsewhere.machine}
      {elsewhere.leftMs < silentMs ? <span className="wait">, silent: its lease isn’t renewed</span> : null}
    </>
  );
