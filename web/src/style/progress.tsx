// Why: how far something is, as a bar, always with the numbers in words beside it or in its name.

const part = (n: number, of: number): string => `${of === 0 ? 0 : Math.min(100, Math.max(0, (100 * n) / of))}%`;

/** `words` is what the bar says, for those who don't see it. */
export const Progress = ({
  done,
  failed = 0,
  of,
  words,
}: {
  readonly done: number;
  readonly failed?: number;
  readonly of: number;
  readonly words: string;
}) => (
  <div className="progress" role="img" aria-label={words}>
    <span className="good" style={{ width: part(done, of) }} />
    <span className="bad" style={{ width: part(failed, of) }} />
  </div>
);
