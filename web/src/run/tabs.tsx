// Components of the tabs of a run's page; those with a library of their own are loaded when they open.
import type { ComponentType } from "react";
import { late } from "../style/late.tsx";
import { FilesTab } from "../time/files/files-tab.tsx";
import { WorkTab } from "./attempts/work-tab.tsx";
import { GraphTab } from "./graph-tab.tsx";
import { ProofTab } from "./proof/proof-tab.tsx";
import type { TabName } from "./tab-names.ts";
import type { TabProps } from "./tab-names.ts";

/** In the place of a tab while its code is loaded. */
const Opening = () => <p className="dim small opening">Loading …</p>;

export const tabs: Readonly<Record<TabName["id"], ComponentType<TabProps>>> = {
  graph: GraphTab,
  changes: late(async () => (await import("./changes/changes-tab.tsx")).ChangesTab, Opening),
  work: WorkTab,
  proof: ProofTab,
  files: FilesTab,
  ledger: late(async () => (await import("../time/ledger/ledger-tab.tsx")).LedgerTab, Opening),
};
