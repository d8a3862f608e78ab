// Description of a protocol for starting a run, and a run's opening data.
import type { Recorded } from "./row.ts";

type Event = { readonly type: string; readonly data: unknown };

/** `data`: of the command that starts a run. `switches`: names of flags without a value. */
export type BegunWith = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly switches: readonly string[];
};

export type Starting<E extends Event = Event> = {
  /** Its purpose and result, in one sentence. */
  readonly purpose: string;
  /** Path of the goal in its starting command: `["goal"]`. */
  readonly goal: readonly string[];
  /**
   * What starts the same work again, under a new name.
   * @param opening the first events of the run
   * @returns null if the run was adopted instead of started
   */
  begunWith(opening: readonly Recorded<E>[]): BegunWith | null;
};
