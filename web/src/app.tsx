// Why: an address is a view: whoever sends a link sends what he sees. All pages are mounted here and nowhere else.
import { Link, Route, Switch } from "wouter";
import { Frame } from "./frame.tsx";
import { Pictures } from "./pictures/pictures.tsx";
import { Run } from "./run/run.tsx";
import { Runs } from "./runs/runs.tsx";

export const App = () => (
  <Frame>
    <Switch>
      <Route path="/">
        <Runs />
      </Route>
      <Route path="/run/:run">{({ run }) => <Run key={run} run={run} />}</Route>
      <Route path="/pictures">
        <Pictures />
      </Route>
      <Route>
        <main>
          <h1>No such page</h1>
          <p>
            The address names nothing that is shown here. <Link href="/">All runs</Link>
          </p>
        </main>
      </Route>
    </Switch>
  </Frame>
);
