// Why: tabs are links, since each is an address of its own; the keys 1 to 6 open them.
import { Link, useSearchParams } from "wouter";
import { changed, useView } from "../address.ts";
import { type Action, useKey } from "../keys.ts";
import { type Tab, tabs } from "./tabs.ts";

const actions: readonly Action[] = ["tab1", "tab2", "tab3", "tab4", "tab5", "tab6"];

const TabLink = ({ tab, action, current }: { readonly tab: Tab; readonly action: Action; readonly current: boolean }) => {
  const [, go] = useView();
  const [search] = useSearchParams();
  useKey(action, () => go({ tab: tab.id }));
  return (
    <Link href={`?${changed(search, { tab: tab.id }).toString()}`} aria-current={current ? "page" : undefined}>
      {tab.label}
    </Link>
  );
};

export const TabBar = ({ open }: { readonly open: string }) => (
  <nav className="tabs" aria-label="what to see of this run">
    {tabs.map((tab, index) => (
      <TabLink key={tab.id} tab={tab} action={actions[index] ?? "tab1"} current={tab.id === open} />
    ))}
  </nav>
);
