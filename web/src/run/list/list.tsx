// Why: the same as the graph as lines, for readers, for the keyboard and for narrow pages.
import "./list.css";
import { memo, useDeferredValue, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Shown, ShownNode } from "../../../../src/http/answers.ts";
import { unitMark } from "../../style/mark.ts";
import { Sign } from "../../style/sign.tsx";
import { OnMachine } from "../../style/on-machine.tsx";
import { Since } from "../../style/since.tsx";
import { useNodeLink } from "../node-link.ts";
import { type AtWork, counted, doneWords, isQuiet, nameOf, remarkOf, type Section, sectionsOf, workOf } from "../node-words.ts";

type RowProps = {
  readonly node: ShownNode;
  readonly work: AtWork;
  readonly kinds: boolean;
  readonly open: boolean;
  readonly link: (node: string) => string;
};

const Row = memo(({ node, work, kinds, open, link }: RowProps) => {
  const remark = remarkOf(node);
  const far = counted(node);
  return (
    <li className={`row ${node.state}`}>
      <Sign of={unitMark(node.state)} alone />
      <Link href={link(node.id)} data-node={node.id} aria-current={open ? "true" : undefined}>
        <strong>{node.id}</strong> {node.label}
      </Link>
      <span className="dim number">{far}</span>
      <p className="small parts">
        {kinds ? <span className="dim">{node.kind}</span> : null}
        {work.running.map((job) => (
          <span key={job.key} className="busy">
            {nameOf(job)}
            {job.since === null ? null : (
              <>
                , <Since at={job.since} />
              </>
            )}
            <OnMachine on={job.on} />
          </span>
        ))}
        {work.doubts.length === 0 ? null : <span className="doubt">in doubt</span>}
        {remark === null ? null : <span className="dim">{remark}</span>}
      </p>
    </li>
  );
});

type SectionProps = Section & {
  readonly closed: boolean;
  readonly open: string | null;
  readonly rows: Omit<RowProps, "node" | "work" | "open"> & { readonly work: ReadonlyMap<string, AtWork> };
};

/** What is done as a whole, or not begun, is told in one line where there is much; `closed`: at first. */
const ListSection = ({ name, nodes, closed, open, rows: { work, kinds, link } }: SectionProps) => {
  const [asked, setAsked] = useState<boolean | null>(null);
  const members = (
    <ul>
      {nodes.map((node) => (
        <Row key={node.id} node={node} work={workOf(work, node.id)} kinds={kinds} open={node.id === open} link={link} />
      ))}
    </ul>
  );
  if (name === null) return members;
  const shownNow = asked ?? !(closed && isQuiet(nodes));
  return (
    <details
      className="section"
      open={shownNow}
      onToggle={({ currentTarget }) => currentTarget.open === shownNow || setAsked(currentTarget.open)}
    >
      <summary>
        <h3>
          {name} <span className="dim small number">{doneWords(nodes)}</span>
        </h3>
      </summary>
      {shownNow ? members : null}
    </details>
  );
};

/** From so many nodes on quiet groups are told in one line. */
const longLeast = 40;
/** Rows that are drawn at once; the others follow without keeping anybody waiting. */
const firstMost = 100;

export const NodeList = ({
  shown,
  work,
  node: open,
  last,
}: {
  readonly shown: Shown;
  readonly work: ReadonlyMap<string, AtWork>;
  readonly node: string | null;
  /** The node that was open before. */
  readonly last: string | null;
}) => {
  const link = useNodeLink();
  const box = useRef<HTMLDivElement>(null);
  const nodes = useDeferredValue(shown.nodes, shown.nodes.slice(0, firstMost));
  const kinds = new Set(nodes.map(({ kind }) => kind)).size > 1;
  // Whoever closed the panel goes on where he was.
  useEffect(() => {
    if (last === null || document.activeElement !== document.body) return;
    const row = [...(box.current?.querySelectorAll<HTMLElement>("[data-node]") ?? [])].find((one) => one.dataset["node"] === last);
    row?.focus();
  }, [last]);
  return (
    <div className="node-list" ref={box}>
      {sectionsOf(nodes).map((section, index) => (
        <ListSection
          key={section.name ?? `alone ${index}`}
          {...section}
          closed={nodes.length > longLeast}
          rows={{ work, kinds, link }}
          open={open}
        />
      ))}
    </div>
  );
};
