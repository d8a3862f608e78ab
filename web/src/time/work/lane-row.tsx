// Why: one thing's attempts, each as long as it took, with who it was where there is room to say it.
import { moment, span as spanWords } from "../../words.ts";
import { useChoice } from "../view.ts";
import { type Bar, type Drawn, drawnOf, type Lane, type LaneOf, type Span } from "./lanes.ts";

/** Pixels from which on a bar has words in it. */
const wordsFrom = 48;
const stands = { over: "", live: ", under way", lost: ", no word of its end" };

const told = ({ attempt, nth, from, to, is }: Bar): string =>
  `${attempt.subject ?? attempt.job}, ${attempt.role ?? attempt.kind ?? "job"}${nth > 1 ? `, attempt ${nth}` : ""}${attempt.by === null ? "" : `, ${attempt.by}`}, ${moment(attempt.from, 0)}, ${spanWords(to - from)}${stands[is]}`;

const wordsIn = ({ attempt }: Bar, by: LaneOf): string =>
  by === "by" ? (attempt.subject ?? attempt.job) : (attempt.by ?? attempt.role ?? attempt.kind ?? "");

const DrawnBar = ({
  drawn,
  by,
  open,
  rowHeight,
  closer,
}: {
  readonly drawn: Drawn;
  readonly by: LaneOf;
  readonly open: number | null;
  readonly rowHeight: number;
  readonly closer: (around: number) => void;
}) => {
  const { set } = useChoice();
  const { bars, left, width, row } = drawn;
  const [first] = bars;
  const last = bars.at(-1) ?? first;
  const alone = bars.length === 1;
  const words = alone ? told(first) : `${bars.length} attempts from ${moment(first.attempt.from, 0)} on: look closer`;
  const kind = alone ? `${first.is} ${first.attempt.kind ?? ""}` : "several";
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`bar ${kind}`}
      aria-label={words}
      aria-pressed={bars.some(({ attempt }) => attempt.fence === open)}
      title={words}
      style={{ left, width, top: row * rowHeight }}
      onClick={() => (alone ? set({ attempt: first.attempt.fence }) : closer((first.from + last.to) / 2))}
    >
      {width < wordsFrom
        ? null
        : alone
          ? `${first.is === "live" ? "▶ " : first.is === "lost" ? "? " : ""}${wordsIn(first, by)}`
          : `${bars.length}×`}
    </button>
  );
};

type Props = {
  readonly lane: Lane;
  readonly label: string | null;
  readonly span: Span;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly by: LaneOf;
  readonly open: number | null;
  readonly closer: (around: number) => void;
};

export const LaneRow = ({ lane, label, span, width, top, height, ...rest }: Props) => (
  <div className="lane" style={{ transform: `translateY(${top}px)`, height }}>
    <div className="name" title={label === null ? lane.name : `${lane.name} ${label}`}>
      <span>
        {lane.name}
        {label === null ? null : <span className="small dim"> {label}</span>}
      </span>
      {lane.bars.length > 1 ? (
        <span className="small dim number" title={`${lane.bars.length} attempts`}>
          {lane.bars.length}×
        </span>
      ) : null}
    </div>
    <div className="bars">
      {drawnOf(lane, span, width).map((drawn) => (
        <DrawnBar key={drawn.bars[0].attempt.fence} drawn={drawn} {...rest} />
      ))}
    </div>
  </div>
);
