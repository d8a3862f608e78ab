// Why: the graph for the eye and the list for reading stand side by side; on a narrow page one at a time, the list first.
import "./graph-tab.css";
import { lazy, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import type { Shown } from "../../../src/http/answers.ts";
import { changed, useView } from "../address.ts";
import { useKey } from "../keys.ts";
import { keepingOn } from "./keeping-on.ts";
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
  const [keepWork] = useState(() => keepingOn<Shown["jobs"], ReadonlyMap<string, AtWork>>(atWork));
  const work = useMemo(() => keepWork(shown.jobs), [keepWork, shown.jobs]);
  useKey("close", () => go({ node: null }), node !== null);
  // The page began with a node, or somebody opened one since.
  const [first] = useState(node);
  const [opened, setOpened] = useState(false);
  if (!opened && node !== first) setOpened(true);
  const [last, setLast] = useState(node);
  if (node !== null && node !== last) setLast(node);
  const step = (by: 1 | -1): void => {
    const order = sectionsOf(shown.nodes).flatMap(({ nodes }) => nodes);
    const index = order.findIndex(({ id }) => id === (node ?? last));
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
      {open === undefined ? null : <NodePanel key={open.id} run={run} shown={shown} at={at} node={open} opened={opened} />}
      {graph && (!wide || open !== undefined) ? null : <NodeList shown={shown} work={work} node={node} last={last} />}
    </div>
  );
};
