// Timeout of PostgreSQL answers: a notice of silence first, then the request fails as Unanswered.
import { Unanswered } from "./faults.ts";

/** Each shortens the wait for one answer to so many ms from now. */
export type Cuts = Set<(ms: number) => void>;

/** In ms: time to read input that arrived while this process was busy before reporting silence. */
const readMs = 100;

export type Awaited = {
  /** In ms; then the request is given up. */
  readonly ms: number;
  /** In ms; then the silence is reported. */
  readonly quietMs: number;
  readonly silent: () => void;
  readonly cuts: Cuts;
};

/** The answer, or throws Unanswered. */
export const answered = async <T>(
  ask: () => Promise<T>,
  { ms, quietMs, silent, cuts }: Awaited,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  let cut: (ms: number) => void = () => {};
  const late = new Promise<never>((_, reject) => {
    cut = (left) => {
      clearTimeout(timer);
      timer = setTimeout(
        () => reject(new Unanswered(`no answer within ${Math.round(left / 1000)} s`)),
        left,
      );
    };
  });
  let quiet = setTimeout(() => (quiet = setTimeout(silent, readMs)), quietMs);
  cut(ms);
  cuts.add(cut);
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
    clearTimeout(quiet);
    cuts.delete(cut);
  }
};
