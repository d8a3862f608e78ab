// Why: the tables of who may ask what read like the specifications', by one letter a kind of sender.
import type { Sender } from "./protocol.ts";

/** A person. */
export const P = "person";
/** The agent that holds the job which it is about. */
export const H = "agent";
/** A hand edit of the files. */
export const X = "file";
/** The engine. */
export const E = "engine";
/** The run that started this one. */
export const U = "parent";

export const anybody: readonly Sender["kind"][] = [P, H, X, E, U, "recovery"];
