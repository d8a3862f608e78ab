// Pace of reads: many events cause few, and the last change is always read.

type Later = (act: () => void, ms: number) => void;
export type Pace = {
  /** `key` changed: reads now, or `ms` after the beginning of its last read once that is over. */
  readonly touch: (key: string, ms: number) => void;
};
type Beat = {
  began: number;
  took: number;
  due: number;
  ms: number;
  is: "rest" | "set" | "reading" | "again";
};

/** Limits reads to a fraction of the time, so slow ones are rare. */
const share = 4;

/** Never runs `read` concurrently for one key, and repeats it after changes meanwhile. */
export const createPace = (
  read: (key: string) => Promise<unknown>,
  now: () => number,
  later: Later,
): Pace => {
  const beats = new Map<string, Beat>();
  const begin = (key: string, beat: Beat): void => {
    beat.is = "reading";
    beat.began = now();
    const ended = (): void => {
      const more = beat.is === "again";
      beat.is = "rest";
      beat.took = now() - beat.began;
      if (more) touch(key, beat.ms);
    };
    read(key).then(ended, ended);
  };
  const touch = (key: string, ms: number): void => {
    const beat: Beat = beats.get(key) ?? {
      began: Number.NEGATIVE_INFINITY,
      took: 0,
      due: 0,
      ms,
      is: "rest",
    };
    beats.set(key, beat);
    if (beat.is === "reading" || beat.is === "again") {
      beat.ms = beat.is === "again" ? Math.min(beat.ms, ms) : ms;
      beat.is = "again";
      return;
    }
    const due = Math.max(now(), beat.began + Math.max(ms, share * beat.took));
    if (beat.is === "set" && beat.due <= due) return;
    beat.is = "set";
    beat.due = due;
    if (due <= now()) begin(key, beat);
    else
      later(() => {
        if (beat.is === "set" && beat.due === due) begin(key, beat);
      }, due - now());
  };
  return { touch };
};

/** Waiting pages read at whole seconds of the clock, so that the server computes shared answers once. */
const beatMs = 1_000;

/** The aligned delay for `ms`; short ones stay unchanged. `now`: in ms since 1970. */
export const inTime = (ms: number, now: number): number =>
  ms <= beatMs / 2 ? ms : Math.round((now + ms) / beatMs) * beatMs - now;
