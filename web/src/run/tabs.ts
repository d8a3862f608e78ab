// Components of the tabs of a run's page.
import type { ComponentType } from "react";
import { RunPictures } from "../pictures/run-pictures.tsx";
import { FilesTab, LedgerTab, WorkTab } from "../time/tabs.tsx";
import { ChangesTab } from "./changes/changes-tab.tsx";
import { GraphTab } from "./graph-tab.tsx";
import { ProofTab } from "./proof/proof-tab.tsx";
import type { TabName } from "./tab-names.ts";
import type { TabProps } from "./tab-props.ts";

export const tabs: Readonly<Record<TabName["id"], ComponentType<TabProps>>> = {
  graph: GraphTab,
  changes: ChangesTab,
  work: WorkTab,
  proof: ProofTab,
  files: FilesTab,
  ledger: LedgerTab,
  pictures: RunPictures,
};
