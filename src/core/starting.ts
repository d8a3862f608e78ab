// What a person has to know of a protocol before a run of it begins, and what a run was begun with.
import type { Recorded } from "./row.ts";

type Event = { readonly type: string; readonly data: unknown };

/** `data`: of the command that starts a run. `switches`: names of its flags that take no value. */
export type BegunWith = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly switches: readonly string[];
};

export type Starting<E extends Event = Event> = {
  /** For whom it is meant and what comes of it, in a sentence. */
  readonly purpose: string;
  /** The field of its starting command that says what is wanted: `["goal"]`. */
  readonly goal: readonly string[];
  /**
   * What begins the same work anew, under a name of its own.
   * @param opening the events that the run began with
   * @returns null: it was taken over and not started
   */
  begunWith(opening: readonly Recorded<E>[]): BegunWith | null;
};
