// Requests to the one door: commands, who says them, and on what they are decided.
import type { Command, Protocol, Sender } from "../core/protocol.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Ground, Measured } from "../workspace/workspace.ts";
import type { Sent } from "./results.ts";

/** A command and who says it: an outcome's commands come from its holder and from the engine at once. `where`: the job in whose place or checkout is read what it asks for; not said: its sender's. */
export type Said = { readonly command: Command; readonly by: Sender; readonly where?: string };
/** Where a new run begins; its protocol can't be folded yet. */
export type Birth = {
  readonly protocol: Protocol;
  readonly root: string;
  readonly origin: string | null;
};
export type Request = {
  readonly run: string;
  readonly said: readonly Said[];
  /** The verb that did what the commands record. */
  readonly verb?: string;
  /** The same id again gets the first answer. */
  readonly id?: string;
  readonly birth?: Birth;
  /** What was read on this version: where another has come since, the answer is `overtaken`, unless the id had one before. */
  readonly on?: number;
  /** The tree as the runner measured it when the run was at this version, for what it begins: where the run has gone on since, it is measured anew. */
  readonly seen?: { readonly version: number; readonly tree: Measured };
  /** Decides and appends nothing. */
  readonly dry?: boolean;
  /** Where what is asked is read, of what isn't recorded yet; not said: where the sender's work stands by the record. */
  readonly ground?: Ground;
};
export type Door = (request: Request) => Promise<Sent | Refusal>;
/** Nothing was decided: what is asked must be read again on what there is now. */
export const overtaken: Refusal = refuse("RUN_MOVED", "the run has gone on since this was read");
