// Why: the graph for the eye and the list for reading stand side by side; on a narrow page one at a time, the list first.
import "./graph-tab.css";
import { lazy, Suspense, useMemo, useRef } from "react";
import { useSearchParams } from "wouter";
import { changed, useView } from "../address.ts";
import { useKey } from "../keys.ts";
import { NodeList } from "./list/list.tsx";
import { type AtWork, atWork } from "./node-words.ts";
import { NodePanel } from "./node/panel.tsx";
import type { TabProps } from "./tabs.ts";
import { useWide } from "./wide.ts";

const GraphView = lazy(() => import("./graph/graph.tsx").then((module) => ({ default: module.GraphView })));

export const GraphTab = ({ run, shown, at }: TabProps) => {
  const [{ node }, go] = useView();
  const [search, setSearch] = useSearchParams();
  const wide = useWide();
  const before = useRef<ReadonlyMap<string, AtWork>>(new Map());
  const work = useMemo(() => (before.current = atWork(shown.jobs, before.current)), [shown.jobs]);
  useKey("close", () => go({ node: null }), node !== null);
  if (shown.nodes.length === 0)
    return <p className="empty">Nothing is planned yet. What is to be done appears here as soon as the run's plan says it.</p>;
  const graph = wide || search.get("nodes") === "graph";
  const open = node === null ? undefined : shown.nodes.find(({ id }) => id === node);
  return (
    <div className="graph-tab">
      {wide ? null : (
        <div className="switch" role="group" aria-label="show as">
          {(["list", "graph"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={graph === (one === "graph")}
              onClick={() => setSearch((old) => changed(old, { nodes: one }), { replace: true })}
            >
              {one}
            </button>
          ))}
        </div>
      )}
      {graph ? (
        <div className="graph-place">
          <Suspense fallback={<p className="dim small">drawing …</p>}>
            <GraphView shown={shown} work={work} node={node} />
          </Suspense>
        </div>
      ) : null}
      {open === undefined ? null : <NodePanel run={run} shown={shown} at={at} node={open} />}
      {graph && (!wide || open !== undefined) ? null : <NodeList shown={shown} work={work} node={node} />}
    </div>
  );
};
