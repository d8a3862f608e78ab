// Props of every tab of a run's page.
import type { RunAnswer } from "../../../src/http/answers.ts";

/** `shown`: the run at the address's version. `at`: that version; null: now. */
export type TabProps = { readonly shown: RunAnswer; readonly at: number | null };
