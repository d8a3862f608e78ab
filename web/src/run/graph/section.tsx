// Section of a graph: one tile while it is folded, a frame around its cards while it is open.
import { unitStates } from "../../../../src/core/words/states.ts";
import { Lines } from "../../style/lines.tsx";
import { Sign } from "../../style/sign.tsx";
import { placeOf } from "./card.tsx";
import type { Box } from "./layout.ts";
import type { Summary } from "./summary.ts";

type SectionProps = {
  readonly id: string;
  readonly box: Box;
  readonly summary: Summary;
  readonly onPick: (id: string) => void;
};

const Bar = ({ parts, of }: Pick<Summary, "parts" | "of">) => (
  <span className="progress" aria-hidden="true">
    {parts.map(({ shade, count }) => (
      <span
        key={shade}
        className={shade === "strong" ? "hollow" : shade}
        style={{ width: `${(100 * count) / of}%` }}
      />
    ))}
  </span>
);

export const Tile = ({ id, box, summary, onPick }: SectionProps) => {
  const { name, state, words, done, of, parts, lines } = summary;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="card tile"
      style={placeOf(box)}
      data-id={id}
      data-shade={unitStates[state].shade}
      aria-expanded="false"
      title={`${name}: ${words}. Click to open`}
      onClick={() => onPick(id)}
    >
      <span className="first">
        <Sign of={unitStates[state]} alone />
        <strong>{name}</strong>
        <span className="far number">
          {done}/{of}
        </span>
      </span>
      <Bar parts={parts} of={of} />
      <span className="small up-to">
        <span>{words}</span>
        {lines === null ? null : <Lines of={lines} />}
      </span>
    </button>
  );
};

export const Frame = ({ id, box, summary: { name, words }, onPick }: SectionProps) => (
  <div className="group-frame" style={placeOf(box)}>
    <button
      type="button"
      className="plain"
      tabIndex={-1}
      data-id={id}
      aria-expanded="true"
      title={`${name}. Click to fold`}
      onClick={() => onPick(id)}
    >
      <span aria-hidden="true">▾</span> <strong>{name}</strong>{" "}
      <span className="dim small number">{words}</span>
    </button>
  </div>
);
