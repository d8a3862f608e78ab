// Routes of the page.
import { useEffect } from "react";
import { Link, Route, Switch, useLocation, useSearchParams } from "wouter";
import { runAddress } from "./address.ts";
import { useRun } from "./api/queries.ts";
import { Frame } from "./frame.tsx";
import { NewRun } from "./new-run/new-run.tsx";
import { Run } from "./run/run.tsx";
import { Watch } from "./watch/watch.tsx";
import { Runs } from "./runs/runs.tsx";

/** Accepts a run's name as on the command line (a part of its id, its folder's name), and puts its id into the address. */
const NamedRun = ({ run }: { readonly run: string }) => {
  const { data: now } = useRun(run, null);
  const [, goTo] = useLocation();
  const [search] = useSearchParams();
  const id = now?.run ?? run;
  useEffect(() => {
    if (id !== run) goTo(`${runAddress(id)}?${search.toString()}`, { replace: true });
  }, [id, run, search, goTo]);
  return id === run ? <Run key={run} run={run} /> : null;
};

export const App = () => (
  <Frame>
    <Switch>
      <Route path="/">
        <Runs />
      </Route>
      <Route path="/run/:run">{({ run }) => <NamedRun run={run} />}</Route>
      <Route path="/new">
        <NewRun />
      </Route>
      <Route path="/watch">
        <Watch />
      </Route>
      <Route>
        <main>
          <h1>No such page</h1>
          <p>
            Nothing is shown at this address. <Link href="/">All runs</Link>
          </p>
        </main>
      </Route>
    </Switch>
  </Frame>
);
