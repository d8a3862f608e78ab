// Bar of a run's tabs, each a link with an address of its own.
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { useAddress } from "../address.ts";
import { useKey } from "../keys.ts";
import { type TabName, tabNames } from "./tab-names.ts";

const TabLink = ({
  tab: { id, label, action },
  current,
}: {
  readonly tab: TabName;
  readonly current: boolean;
}) => {
  const { go, link } = useAddress();
  useKey(action, () => go({ tab: id }));
  return (
    <Link href={link({ tab: id })} aria-current={current ? "page" : undefined}>
      {label}
    </Link>
  );
};

export const TabBar = ({ open }: { readonly open: string }) => {
  const bar = useRef<HTMLElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    // Scrolls the chosen tab into view, however much is above it.
    if ((bar.current?.getBoundingClientRect().top ?? 0) > innerHeight / 2)
      bar.current?.scrollIntoView({ block: "start" });
  }, [open]);
  return (
    <nav ref={bar} className="tabs" aria-label="Views of this run">
      {tabNames.map((tab) => (
        <TabLink key={tab.id} tab={tab} current={tab.id === open} />
      ))}
    </nav>
  );
};
