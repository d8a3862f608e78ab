// Tabs whose program is loaded when somebody opens them, so that the first look at a run doesn't wait for all of them.
import "./tabs.css";
import { late } from "../style/late.tsx";

const Opening = () => <p className="dim small opening">opening …</p>;

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
