// Why: the page of one run: what is going on, what is wrong, what to do; then its tabs, all at the moment that the address names.
import { useRun } from "../api/queries.ts";
import { useView } from "../address.ts";
import { Trouble } from "../style/says.tsx";
import { TabBar } from "./tab-bar.tsx";
import { tabs } from "./tabs.ts";

export const Run = ({ run }: { readonly run: string }) => {
  const [{ tab, at }] = useView();
  const { data: shown, error } = useRun(run, at);
  if (shown === undefined) return error === null ? <p className="dim">reading …</p> : <Trouble error={error} />;
  const open = tabs.find(({ id }) => id === tab) ?? tabs[0];
  return (
    <main>
      <h1>{shown.title}</h1>
      <TabBar open={open?.id ?? ""} />
      {open === undefined ? null : <open.component run={run} shown={shown} at={at} />}
    </main>
  );
};
