// Lane of the chart: the attempts of one subject, by duration and result.
import { lookOf, attemptRole, whyOf } from "../../attempts.ts";
import { moment, span as spanWords } from "../../words.ts";
import { useAddress } from "../../address.ts";
import {
  type Bar,
  type Drawn,
  drawnOf,
  type Lane,
  type LaneOf,
  type Span,
  worstOf,
} from "./lanes.ts";
import { Coded } from "../../style/prose.tsx";

/** Minimum width of a bar for its sign, in pixels. */
const signFrom = 14;
/** Approximate width of a character. */
const letterPx = 7;

const told = (bar: Bar): string => {
  const { attempt, nth, from, to, is } = bar;
  const { subject, job, by } = attempt;
  const what = `${subject ?? job}, ${attemptRole(attempt)}${nth > 1 ? `, attempt ${nth}` : ""}${by === null ? "" : `, ${by}`}`;
  const why = whyOf(attempt, is);
  const ended = `${lookOf(attempt, is).word}${why === null ? "" : `: ${why}`}`;
  return `${what}, ${moment(attempt.from, 0)}${to === from ? "" : `, ${spanWords(to - from)}`}, ${ended}`;
};

const wordsIn = ({ attempt }: Bar, by: LaneOf): string =>
  by === "by" ? (attempt.subject ?? attempt.job) : (attempt.by ?? attemptRole(attempt));

const within = (bars: Drawn["bars"], width: number, by: LaneOf): string => {
  const [first] = bars;
  if (bars.length > 1) return width < signFrom ? "" : `${bars.length}×`;
  const { sign } = lookOf(first.attempt, first.is);
  const words = `${sign} ${wordsIn(first, by)}`;
  // A truncated name reads as another word.
  return width < signFrom ? "" : width < words.length * letterPx + signFrom ? sign : words;
};

type BarProps = {
  readonly drawn: Drawn;
  readonly by: LaneOf;
  readonly open: number | null;
  readonly rowHeight: number;
  readonly closer: (around: number) => void;
};

const DrawnBar = ({ drawn, by, open, rowHeight, closer }: BarProps) => {
  const { set } = useAddress();
  const { bars, left, width, row } = drawn;
  const [first] = bars;
  const last = bars.at(-1) ?? first;
  const alone = bars.length === 1;
  const words = alone
    ? told(first)
    : `${bars.length} attempts from ${moment(first.attempt.from, 0)} on: look closer`;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`bar ${worstOf(bars)}${alone ? "" : " several"}${bars.every(({ attempt }) => attempt.kind === "check") ? " check" : ""}`}
      aria-label={words}
      aria-pressed={bars.some(({ attempt }) => attempt.fence === open)}
      title={words}
      style={{ left, width, top: row * rowHeight }}
      onClick={() =>
        alone ? set({ attempt: first.attempt.fence }) : closer((first.from + last.to) / 2)
      }
    >
      {within(bars, width, by)}
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
        {label === null ? null : (
          <span className="small dim">
            {" "}
            <Coded text={label} />
          </span>
        )}
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
