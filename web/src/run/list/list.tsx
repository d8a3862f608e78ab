// List of a run's nodes: the same as the graph as lines, for readers, for the keyboard and for narrow pages.
import "./list.css";
import { memo, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { ShownNode, WorkCountsAnswer } from "../../../../src/http/answers.ts";
import { unitStates } from "../../../../src/core/words/states.ts";
import { Lines } from "../../style/lines.tsx";
import { Sign } from "../../style/sign.tsx";
import { Doing } from "../../style/doing.tsx";
import { useNodeLink } from "../../address.ts";
import type { NodesProps } from "../open-sections.ts";
import { type AtWork, progressText, remarkOf, workOf } from "../node-words.ts";
import { doneWords, type Section } from "../sections.ts";
import { Coded } from "../../style/prose.tsx";

type RowProps = {
  readonly node: ShownNode;
  readonly work: AtWork;
  readonly lines: WorkCountsAnswer["units"][string] | null;
  readonly kinds: boolean;
  readonly open: boolean;
  readonly link: (node: string) => string;
};

const Row = memo(({ node, work, lines, kinds, open, link }: RowProps) => {
  // What its agent does says more than that it is the first attempt.
  const busy = work.running.length > 0;
  const remark = busy && node.returned === undefined ? null : remarkOf(node);
  const far = progressText(node);
  return (
    <li className={`row ${node.state}`}>
      <Sign of={unitStates[node.state]} alone />
      <Link href={link(node.id)} data-node={node.id} aria-current={open ? "true" : undefined}>
        <strong>{node.id}</strong> <Coded text={node.label} />
      </Link>
      <span className="dim number">
        {lines === null ? null : (
          <small>
            <Lines of={lines} />{" "}
          </small>
        )}
        {far}
      </span>
      <p className="small parts two-lines">
        {kinds && !busy && node.kind !== node.id ? <span className="dim">{node.kind}</span> : null}
        {work.running.map((job) => (
          <span key={job.key} className="busy">
            <Doing job={job} />
          </span>
        ))}
        {work.doubts.length === 0 ? null : <span className="doubt">in doubt</span>}
        {remark === null ? null : (
          <span className="dim">
            <Coded text={remark} />
          </span>
        )}
      </p>
    </li>
  );
});

/** `last`: the previously open node. */
type NodeListProps = NodesProps & { readonly last: string | null };

type SectionProps = Pick<Section, "name" | "nodes"> & {
  readonly shown: boolean;
  readonly toggle: () => void;
  readonly rowOf: (node: ShownNode) => React.JSX.Element;
};

const ListSection = ({ name, nodes, shown, toggle, rowOf }: SectionProps) => {
  if (name === null) return <ul>{nodes.map(rowOf)}</ul>;
  return (
    <details
      className="section"
      open={shown}
      onToggle={({ currentTarget }) => currentTarget.open === shown || toggle()}
    >
      <summary>
        <h3>
          {name} <span className="dim small number">{doneWords(nodes)}</span>
        </h3>
      </summary>
      {shown ? <ul>{nodes.map(rowOf)}</ul> : null}
    </details>
  );
};

export const NodeList = ({
  sections,
  openSections,
  work,
  lines,
  node: open,
  last,
}: NodeListProps) => {
  const link = useNodeLink();
  const box = useRef<HTMLDivElement>(null);
  const kinds = new Set(sections.flatMap(({ nodes }) => nodes.map(({ kind }) => kind))).size > 1;
  // The focus returns to its place before the panel opened.
  useEffect(() => {
    if (last === null || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(last)}"]`)?.focus();
  }, [last]);
  const rowOf = (node: ShownNode) => (
    <Row
      key={node.id}
      node={node}
      work={workOf(work, node.id)}
      lines={lines[node.id] ?? null}
      kinds={kinds}
      open={node.id === open}
      link={link}
    />
  );
  return (
    <div className="node-list" ref={box}>
      {sections.map(({ key, name, nodes }) => (
        <ListSection
          key={key}
          name={name}
          nodes={nodes}
          shown={openSections.open.has(key)}
          toggle={() => openSections.toggle(key)}
          rowOf={rowOf}
        />
      ))}
    </div>
  );
};
