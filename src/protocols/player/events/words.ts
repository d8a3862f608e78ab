// What event lines of the player have in common.
import type { Sender } from "../../../core/sender.ts";

export const auto = (is: boolean): string => (is ? ", by itself" : "");

/** A check is begun and ended by the engine alone, whoever else may say so of other nodes. */
export const isTold = ({ kind }: Pick<Sender, "kind">): boolean =>
  kind === "person" || kind === "agent" || kind === "file";
