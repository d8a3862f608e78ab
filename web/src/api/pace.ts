// Pace of readings: a flood of events costs few, and what changed last is always read.

type Later = (act: () => void, ms: number) => void;
export type Pace = {
  /** Something of `key` changed: it is read now, or once `ms` have gone by since its last reading began and that is over. */
  readonly touch: (key: string, ms: number) => void;
};
type Beat = {
  began: number;
  took: number;
  due: number;
  ms: number;
  is: "rest" | "set" | "reading" | "again";
};

/** Readings that take long come seldom: at most this part of the time goes into them. */
const share = 4;

/** `read` is never at work twice for one key, and begins once more where something changed meanwhile. */
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

/** Pages that wait read at whole seconds of the clock: what several of them ask at once the server works out once. */
const beatMs = 1_000;

/** How long to wait instead of `ms`; short waits stay as they are. `now`: in ms since 1970. */
export const inTime = (ms: number, now: number): number =>
  ms <= beatMs / 2 ? ms : Math.round((now + ms) / beatMs) * beatMs - now;
