// What every tab of a run's page is drawn from.
import type { Shown } from "../../../src/http/answers.ts";

/** `shown`: the run at the address's version. `at`: that version; null: now. */
export type TabProps = { readonly shown: Shown; readonly at: number | null };
