// Page of one run: its head, decisions, tabs and time bar, at the moment that the address names.
import "./run.css";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Decisions } from "../act/decisions.tsx";
import { Refused } from "../api/client.ts";
import { useRun } from "../api/queries.ts";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { useAddress } from "../address.ts";
import { Moment } from "../style/since.tsx";
import { AnyTrouble, Trouble } from "../style/trouble.tsx";
import { TimeBar } from "../time/time-bar.tsx";
import { useKey } from "../keys.ts";
import { isOver } from "../../../src/core/over.ts";
import { Deliver } from "./deliver/deliver.tsx";
import { Head } from "./head/head.tsx";
import { type TabName, tabNames } from "./tab-names.ts";
import { tabs } from "./tabs.tsx";

/** Replaces a run that isn't loaded yet, or can't be. */
const Missing = ({ run, error }: { readonly run: string; readonly error: Error | null }) => {
  if (error === null)
    return (
      <>
        <h1>{run}</h1>
        <p className="dim">Loading run …</p>
      </>
    );
  const isUnknown = error instanceof Refused && error.status === 404;
  return (
    <div className="empty">
      <h1>{isUnknown ? `There is no run called “${run}”.` : run}</h1>
      {isUnknown ? null : <Trouble error={error} />}
      <p>
        <Link className="button" href="/">
          All runs
        </Link>
      </p>
    </div>
  );
};

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

const TabBar = ({ open }: { readonly open: string }) => {
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

/** Above a run's past: which event is shown, and the way back to now. */
const PastNote = ({ shown, newest }: Readonly<{ shown: RunAnswer; newest: number }>) => {
  const { link } = useAddress();
  return (
    <p className="past-note" role="status">
      <span>
        <strong>
          As it was at #{shown.version}, <Moment at={shown.at} />
        </strong>{" "}
        of {newest} events. It can't be changed.
      </span>
      <Link className="button" href={link({ at: null })}>
        Back to now
      </Link>
    </p>
  );
};

export const Run = ({ run }: { readonly run: string }) => {
  const { get, at } = useAddress();
  const { data: shown, error, isPlaceholderData } = useRun(run, at);
  const { data: now } = useRun(run, null);
  if (shown === undefined)
    return (
      <main>
        <Missing run={run} error={error} />
      </main>
    );
  const open = tabNames.find(({ id }) => id === get("tab")) ?? tabNames[0];
  const Tab = tabs[open.id];
  const past = at !== null;
  return (
    <main className="run-page" aria-busy={isPlaceholderData}>
      <AnyTrouble error={error} />
      {past ? <PastNote shown={shown} newest={now?.newest ?? shown.newest} /> : null}
      <Head shown={shown} past={past} />
      {past || shown.decisions.length === 0 ? null : (
        <section className="questions" aria-label="What waits for you">
          <h2 className="hidden">What waits for you</h2>
          <Decisions shown={shown} />
        </section>
      )}
      {past || !isOver((now ?? shown).life) || open.id === "changes" ? null : (
        <Deliver shown={shown} />
      )}
      <TabBar open={open.id} />
      <h2 className="hidden">{open.label}</h2>
      <div className="tab">
        <Tab shown={shown} at={at} />
      </div>
      <TimeBar now={now ?? shown} past={past} />
    </main>
  );
};
