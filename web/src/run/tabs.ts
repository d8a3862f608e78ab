// Why: which tabs a run's page has, in which order, is one table; each tab's component is built in a folder of its own.
import type { ComponentType } from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { RunPictures } from "../pictures/run-pictures.tsx";
import { FilesTab, LedgerTab, WorkTab } from "../time/tabs.tsx";
import { ChangesTab } from "./changes/changes-tab.tsx";
import { GraphTab } from "./graph-tab.tsx";
import { ProofTab } from "./proof/proof-tab.tsx";

/** `shown`: the picture at the moment that the address names; `at` null: now. */
export type TabProps = { readonly run: string; readonly shown: Shown; readonly at: number | null };
export type Tab = {
  readonly id: string;
  readonly label: string;
  readonly component: ComponentType<TabProps>;
};

/** The first is shown where the address names none; keys 1 to 7 in this order. */
export const tabs: readonly Tab[] = [
  { id: "graph", label: "Graph", component: GraphTab },
  { id: "changes", label: "Changes", component: ChangesTab },
  { id: "work", label: "Work", component: WorkTab },
  { id: "proof", label: "Proof", component: ProofTab },
  { id: "files", label: "Files", component: FilesTab },
  { id: "ledger", label: "Ledger", component: LedgerTab },
  { id: "pictures", label: "Charts", component: RunPictures },
];
