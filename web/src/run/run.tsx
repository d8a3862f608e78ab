// Why: the page of one run: what is going on, what is wrong, what to do; then its tabs, all at the moment that the address names.
import "./run.css";
import { Commands } from "../act/commands.tsx";
import { Decisions } from "../act/decisions.tsx";
import { useRun } from "../api/queries.ts";
import { useView } from "../address.ts";
import { AnyTrouble, Trouble } from "../style/says.tsx";
import { TimeBar } from "../time/bar/time-bar.tsx";
import { Head } from "./head/head.tsx";
import { PastNote } from "./head/past-note.tsx";
import { ToDo } from "./head/to-do.tsx";
import { TabBar } from "./tab-bar.tsx";
import { tabs } from "./tabs.ts";

export const Run = ({ run }: { readonly run: string }) => {
  const [{ tab, at }] = useView();
  const { data: shown, error, isPlaceholderData } = useRun(run, at);
  const { data: now } = useRun(run, null);
  if (shown === undefined)
    return (
      <main>
        <h1>{run}</h1>
        {error === null ? <p className="dim">reading the run …</p> : <Trouble error={error} />}
      </main>
    );
  const open = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const past = at !== null;
  return (
    <main className="run-page" aria-busy={isPlaceholderData}>
      <AnyTrouble error={error} />
      {past ? <PastNote shown={shown} newest={now?.newest ?? shown.newest} /> : null}
      <Head
        shown={shown}
        past={past}
        todo={past ? null : <ToDo shown={shown} decisions={<Decisions shown={shown} />} commands={<Commands shown={shown} />} />}
      />
      <TabBar open={open?.id ?? ""} />
      <div className="tab">{open === undefined ? null : <open.component run={run} shown={shown} at={at} />}</div>
      <TimeBar run={run} newest={now?.newest ?? shown.newest} />
    </main>
  );
};
