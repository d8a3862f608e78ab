// Shared wording of the player's event lines.
import type { Sender } from "../../../core/sender.ts";

export const auto = (is: boolean): string => (is ? ", by itself" : "");

/** Only the engine starts and ends checks; other senders may report on all other nodes. */
export const isTold = ({ kind }: Pick<Sender, "kind">): boolean =>
  kind === "person" || kind === "agent" || kind === "file";
