// Progress bar, with its numbers in words.

const part = (n: number, of: number): string =>
  `${of === 0 ? 0 : Math.min(100, Math.max(0, (100 * n) / of))}%`;

type ProgressProps = {
  readonly proved: number;
  readonly done: number;
  readonly failed?: number;
  readonly of: number;
  readonly words: string;
};

/** `proved`: of the done ones; the others rest on an agent's claim, and are drawn hollow. `words`: the bar's text for screen readers. */
export const Progress = ({ proved, done, failed = 0, of, words }: ProgressProps) => (
  <div className="progress" role="img" aria-label={words}>
    <span className="good" style={{ width: part(proved, of) }} />
    <span className="hollow" style={{ width: part(done - proved, of) }} />
    <span className="bad" style={{ width: part(failed, of) }} />
  </div>
);
