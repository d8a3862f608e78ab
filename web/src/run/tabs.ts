// Components of the tabs of a run's page; all but the first are loaded when they open.
import type { ComponentType } from "react";
import { Opening } from "../style/opening.tsx";
import { late } from "../style/late.tsx";
import { GraphTab } from "./graph-tab.tsx";
import type { TabName } from "./tab-names.ts";
import type { TabProps } from "./tab-props.ts";

export const tabs: Readonly<Record<TabName["id"], ComponentType<TabProps>>> = {
  graph: GraphTab,
  changes: late(async () => (await import("./changes/changes-tab.tsx")).ChangesTab, Opening).Part,
  work: late(async () => (await import("./attempts/work-tab.tsx")).WorkTab, Opening).Part,
  proof: late(async () => (await import("./proof/proof-tab.tsx")).ProofTab, Opening).Part,
  files: late(async () => (await import("../time/files/files-tab.tsx")).FilesTab, Opening).Part,
  ledger: late(async () => (await import("../time/ledger/ledger-tab.tsx")).LedgerTab, Opening).Part,
};
