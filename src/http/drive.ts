// Why: a decision taken on the page is worth little if nobody goes on; the page may start a runner, which is `cairn run` as a process of its own.
import type { Time } from "../core/row.ts";

export type Drivers = {
  /** Starts one where none of ours is at work; false: it can't be started. */
  drive(run: string): Promise<boolean>;
  /** Asks ours to let go, as Ctrl-C does: jobs under way go on by themselves. false: none of ours is at work. */
  rest(run: string): Promise<boolean>;
  of(run: string): { readonly since: Time; readonly words: readonly string[] } | null;
  /** What the last one of a run said before it ended: why it let go. */
  lastWords(run: string): readonly string[];
  /** Resolves when none of ours is at work on it. */
  gone(run: string): Promise<void>;
  /** All of them let go, within two seconds or by force; none is started any more. */
  end(): Promise<void>;
};
