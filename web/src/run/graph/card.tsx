// Card of a node: name, title, activity.
import { memo } from "react";
import { unitStates } from "../../../../src/core/words/states.ts";
import type { ShownNode, WorkCountsAnswer } from "../../../../src/http/answers.ts";
import { Doing } from "../../style/doing.tsx";
import { Lines } from "../../style/lines.tsx";
import { Coded } from "../../style/prose.tsx";
import { Sign } from "../../style/sign.tsx";
import { type AtWork, progressText, remarkOf } from "../node-words.ts";
import type { Box } from "./layout.ts";

type CardProps = {
  readonly box: Box;
  readonly node: ShownNode;
  readonly work: AtWork;
  readonly lines: WorkCountsAnswer["units"][string] | null;
  /** The protocol's word, if the graph has several kinds. */
  readonly kind: string | null;
  readonly selected: boolean;
  readonly onPick: (id: string) => void;
};

const UpTo = ({ node, work }: Pick<CardProps, "node" | "work">) => {
  const [first, ...others] = work.running;
  if (work.doubts.length > 0) return <span className="doubt">in doubt</span>;
  if (first !== undefined)
    return (
      <span className="busy">
        <Doing job={first} />
        {others.length > 0 ? ` +${others.length}` : null}
      </span>
    );
  return (
    <span>
      <Coded text={remarkOf(node) ?? ""} />
    </span>
  );
};

/** Its place in the graph, in px. */
export const placeOf = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });

export const Card = memo(({ box, node, work, kind, lines, selected, onPick }: CardProps) => (
  <button
    type="button"
    tabIndex={-1}
    className={selected ? "card selected" : "card"}
    style={placeOf(box)}
    data-id={node.id}
    data-shade={unitStates[node.state].shade}
    aria-current={selected ? "true" : undefined}
    title={`${node.id} ${node.label}`}
    onClick={() => onPick(node.id)}
  >
    <span className="first">
      <Sign of={unitStates[node.state]} alone />
      <strong>{node.id}</strong>
      {kind === null ? null : <span className="dim small">{kind}</span>}
      <span className="far number">{progressText(node)}</span>
    </span>
    <span className="label">
      <Coded text={node.label} />
    </span>
    <span className="small up-to">
      <UpTo node={node} work={work} />
      {lines === null ? null : <Lines of={lines} />}
    </span>
  </button>
));
