// Ctrl-C as verbs hear it: the first lets go, a second one soon after may ask for more, any other ends the process.
import type { Twice, World } from "../world.ts";

/** Maximum delay of a second Ctrl-C that stops work. */
export const twiceMs = 2_000;

/** A process that is told to end has ended then. */
export const termMs = 5_000;

type Around = {
  readonly process: {
    on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", heard: () => void): unknown;
    exit(code: number): void;
  };
  readonly now: () => number;
  /** Returns a function that cancels. */
  readonly later: (ms: number, then: () => void) => () => void;
  /** The same, but doesn't hold up the process's own end. */
  readonly atLatest: (ms: number, then: () => void) => void;
  readonly terminal: () => boolean;
};

export const interruptions = ({
  process,
  now,
  later,
  atLatest,
  terminal,
}: Around): Pick<World, "interrupted" | "twice"> => {
  let made: AbortController | null = null;
  /** Time of the first Ctrl-C; null: none, or another signal. */
  let pressed: number | null = null;
  const again = new AbortController();
  let asked = false;

  const heard = (signal: "SIGINT" | "SIGTERM" | "SIGHUP", first: AbortController): void => {
    const isPress = signal === "SIGINT";
    if (!first.signal.aborted) {
      pressed = isPress ? now() : null;
      first.abort(isPress ? undefined : signal);
      // Whatever hangs: jobs have separate hosts, and a kill loses nothing.
      if (!isPress) atLatest(termMs, () => process.exit(130));
    } else if (
      asked &&
      isPress &&
      pressed !== null &&
      now() - pressed <= twiceMs &&
      !again.signal.aborted
    )
      again.abort();
    // A further Ctrl-C exits at once; jobs have separate hosts, so nothing is lost.
    else process.exit(130);
  };

  const said: Twice["said"] = () =>
    new Promise((resolve) => {
      if (pressed === null || again.signal.aborted) return resolve(again.signal.aborted);
      const forget = later(Math.max(0, pressed + twiceMs - now()), () =>
        resolve(again.signal.aborted),
      );
      again.signal.addEventListener(
        "abort",
        () => {
          forget();
          resolve(true);
        },
        { once: true },
      );
    });

  return {
    interrupted: () => {
      if (made !== null) return made.signal;
      const first = new AbortController();
      made = first;
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
        process.on(signal, () => heard(signal, first));
      return first.signal;
    },
    twice: () => {
      if (!terminal()) return null;
      asked = true;
      return { said };
    },
  };
};
