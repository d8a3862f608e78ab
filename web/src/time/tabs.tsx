// Why: a tab's program is loaded when somebody opens it, so that the first look at a run doesn't wait for all of them.
import "./tabs.css";
import { type ComponentType, lazy, Suspense } from "react";
import type { TabProps } from "../run/tabs.ts";

const later = (load: () => Promise<{ default: ComponentType<TabProps> }>): ComponentType<TabProps> => {
  const Loaded = lazy(load);
  return (props) => (
    <Suspense fallback={<p className="dim small opening">opening …</p>}>
      <Loaded {...props} />
    </Suspense>
  );
};

export const LedgerTab = later(() => import("./ledger/ledger-tab.tsx").then((module) => ({ default: module.LedgerTab })));
export const FilesTab = later(() => import("./files/files-tab.tsx").then((module) => ({ default: module.FilesTab })));
export const WorkTab = later(() => import("./work/work-tab.tsx").then((module) => ({ default: module.WorkTab })));
