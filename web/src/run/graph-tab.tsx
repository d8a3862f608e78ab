// Why: the graph for the eye and the list for reading stand side by side; on a narrow page one at a time, the list first.
import "./graph-tab.css";
import { lazy, Suspense, useMemo, useRef } from "react";
import { useSearchParams } from "wouter";
import { changed, useView } from "../address.ts";
import { useKey } from "../keys.ts";
import { NodeList } from "./list/list.tsx";
import { type AtWork, atWork, sectionsOf } from "./node-words.ts";
import { NodePanel } from "./node/panel.tsx";
import type { TabProps } from "./tabs.ts";
import { useWide } from "./wide.ts";

const load = () => import("./graph/graph.tsx").then((module) => ({ default: module.GraphView }));
const GraphView = lazy(load);
// Where it will be shown it is on its way before the first answer is there.
if (matchMedia("(min-width: 900px)").matches) void load().catch(() => undefined);

export const GraphTab = ({ run, shown, at }: TabProps) => {
  const [{ node }, go] = useView();
  const [search, setSearch] = useSearchParams();
  const wide = useWide();
  const before = useRef<ReadonlyMap<string, AtWork>>(new Map());
  const work = useMemo(() => (before.current = atWork(shown.jobs, before.current)), [shown.jobs]);
  useKey("close", () => go({ node: null }), node !== null);
  const first = useRef(node);
  if (node !== first.current) first.current = null;
  const last = useRef<string | null>(null);
  if (node !== null) last.current = node;
  const step = (by: 1 | -1): void => {
    const order = sectionsOf(shown.nodes).flatMap(({ nodes }) => nodes);
    const index = order.findIndex(({ id }) => id === (node ?? last.current));
    const next = order[index === -1 ? 0 : Math.min(order.length - 1, Math.max(0, index + by))];
    if (next !== undefined) go({ node: next.id }, { instead: node !== null });
  };
  useKey("down", () => step(1));
  useKey("up", () => step(-1));
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
        <Suspense fallback={<p className="dim small">drawing …</p>}>
          <GraphView shown={shown} work={work} node={node} />
        </Suspense>
      ) : null}
      {open === undefined ? null : <NodePanel run={run} shown={shown} at={at} node={open} opened={first.current === null} />}
      {graph && (!wide || open !== undefined) ? null : <NodeList shown={shown} work={work} node={node} last={last.current} />}
    </div>
  );
};
