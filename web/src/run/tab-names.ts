// Names of the tabs of a run's page, in order; keys 1 to 6 open them. The first is shown where the address names none.
import type { RunAnswer } from "../../../src/http/answers.ts";

export const tabNames = [
  { id: "graph", label: "Graph", action: "tab1" },
  { id: "changes", label: "Changes", action: "tab2" },
  { id: "work", label: "Work", action: "tab3" },
  { id: "proof", label: "Proof", action: "tab4" },
  { id: "files", label: "Files", action: "tab5" },
  { id: "ledger", label: "Ledger", action: "tab6" },
] as const;
export type TabName = (typeof tabNames)[number];

/** `shown`: the run at the address's version. `at`: that version; null: now. */
export type TabProps = { readonly shown: RunAnswer; readonly at: number | null };
