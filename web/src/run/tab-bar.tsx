// Why: tabs are links, since each is an address of its own; the keys 1 to 7 open them.
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "wouter";
import { changed, useView } from "../address.ts";
import { type Action, useKey } from "../keys.ts";
import { type Tab, tabs } from "./tabs.ts";

const actions: readonly Action[] = ["tab1", "tab2", "tab3", "tab4", "tab5", "tab6", "tab7"];

const TabLink = ({
  tab,
  action,
  current,
}: {
  readonly tab: Tab;
  readonly action: Action;
  readonly current: boolean;
}) => {
  const [, go] = useView();
  const [search] = useSearchParams();
  useKey(action, () => go({ tab: tab.id }));
  return (
    <Link
      href={`?${changed(search, { tab: tab.id }).toString()}`}
      aria-current={current ? "page" : undefined}
    >
      {tab.label}
    </Link>
  );
};

export const TabBar = ({ open }: { readonly open: string }) => {
  const bar = useRef<HTMLElement>(null);
  const before = useRef(open);
  useEffect(() => {
    // On a narrow page not all of them are in sight.
    const [box, current] = [
      bar.current,
      bar.current?.querySelector<HTMLElement>("[aria-current]") ?? null,
    ];
    if (box !== null && current !== null)
      box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2;
    if (before.current === open) return;
    before.current = open;
    // What was chosen comes into sight, however much there is to decide above it.
    const seen = bar.current;
    if (seen !== null && seen.getBoundingClientRect().top > innerHeight / 2)
      seen.scrollIntoView({ block: "start" });
  }, [open]);
  return (
    <nav ref={bar} className="tabs" aria-label="Views of this run">
      {tabs.map((tab, index) => (
        <TabLink
          key={tab.id}
          tab={tab}
          action={actions[index] ?? "tab1"}
          current={tab.id === open}
        />
      ))}
    </nav>
  );
};
