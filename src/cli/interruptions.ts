// Ctrl-C as verbs hear it: the first lets go, a second one soon after may ask for more, any other ends the process.
import type { Twice, World } from "./world.ts";

/** How soon after the first a second Ctrl-C means that work is to be stopped. */
export const twiceMs = 2_000;

type Around = {
  readonly process: {
    on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", heard: () => void): unknown;
    exit(code: number): void;
  };
  readonly now: () => number;
  /** Returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
  readonly terminal: () => boolean;
};

export const interruptions = ({
  process,
  now,
  later,
  terminal,
}: Around): Pick<World, "interrupted" | "twice"> => {
  let made: AbortController | null = null;
  /** When the first Ctrl-C came; null: none did, or it was no Ctrl-C. */
  let pressed: number | null = null;
  const again = new AbortController();
  let asked = false;

  const heard = (signal: "SIGINT" | "SIGTERM" | "SIGHUP", first: AbortController): void => {
    const isPress = signal === "SIGINT";
    if (!first.signal.aborted) {
      pressed = isPress ? now() : null;
      first.abort();
    } else if (
      asked &&
      isPress &&
      pressed !== null &&
      now() - pressed <= twiceMs &&
      !again.signal.aborted
    )
      again.abort();
    // Whoever presses once more wants out at once; jobs are hosted apart, so nothing is lost by it.
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
