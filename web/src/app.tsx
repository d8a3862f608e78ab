// Why: an address is a view: whoever sends a link sends what he sees.
import { Route, Switch } from "wouter";

export const App = () => (
  <Switch>
    <Route path="/">runs</Route>
  </Switch>
);
