// Why: the page of one run: what is going on, what is wrong, what to do; then its tabs, all at the moment that the address names.
import "./run.css";
import { Link } from "wouter";
import { Commands } from "../act/commands.tsx";
import { RunnerWords } from "../act/runner.tsx";
import { Decisions } from "../act/decisions.tsx";
import { Refused } from "../api/client.ts";
import { useRun } from "../api/queries.ts";
import { useView } from "../address.ts";
import { AnyTrouble, Trouble } from "../style/says.tsx";
import { Time } from "../time/bar/time.tsx";
import { isOver } from "../over.ts";
import { Deliver } from "./deliver/deliver.tsx";
import { Head } from "./head/head.tsx";
import { PastNote } from "./head/past-note.tsx";
import { ToDo } from "./head/to-do.tsx";
import { TabBar } from "./tab-bar.tsx";
import { tabs } from "./tabs.ts";

const Unknown = ({ run, error }: { readonly run: string; readonly error: Error }) => {
  const isUnknown = error instanceof Refused && error.status === 404;
  return (
    <div className={isUnknown ? "empty" : undefined}>
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

export const Run = ({ run }: { readonly run: string }) => {
  const [{ tab, at }] = useView();
  const { data: shown, error, isPlaceholderData } = useRun(run, at);
  const { data: now } = useRun(run, null);
  if (shown === undefined)
    return (
      <main>
        {error === null ? (
          <>
            <h1>{run}</h1>
            <p className="dim">Loading run …</p>
          </>
        ) : (
          <Unknown run={run} error={error} />
        )}
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
        todo={past ? null : <ToDo shown={shown} />}
        commands={past ? null : <Commands shown={shown} />}
        runner={past ? null : <RunnerWords shown={shown} />}
      />
      {past || shown.decisions.length === 0 ? null : (
        <section className="questions" aria-label="What waits for you">
          <h2 className="hidden">What waits for you</h2>
          <Decisions shown={shown} />
        </section>
      )}
      {past || !isOver(now ?? shown) || open?.id === "changes" ? null : <Deliver shown={shown} />}
      <TabBar open={open?.id ?? ""} />
      <h2 className="hidden">{open?.label}</h2>
      <div className="tab">
        {open === undefined ? null : <open.component run={run} shown={shown} at={at} />}
      </div>
      <Time now={now ?? shown} past={past} />
    </main>
  );
};
