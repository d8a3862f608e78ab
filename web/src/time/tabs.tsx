// Tabs whose code is loaded when they open, so that a run's page doesn't wait for it.
import "./tabs.css";
import { late } from "../style/late.tsx";

const Opening = () => <p className="dim small opening">Loading …</p>;

export const { Part: LedgerTab } = late(
  () => import("./ledger/ledger-tab.tsx").then((module) => module.LedgerTab),
  Opening,
);
export const { Part: FilesTab } = late(
  () => import("./files/files-tab.tsx").then((module) => module.FilesTab),
  Opening,
);
export const { Part: WorkTab } = late(
  () => import("./work/work-tab.tsx").then((module) => module.WorkTab),
  Opening,
);
