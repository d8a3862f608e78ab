// Types of commands, events and their stamps.
import type { Time } from "./row.ts";
import type { Sender } from "./sender.ts";

/** Set by the runtime: its clock, never before the run's last event. */
export type Stamp = { readonly at: Time; readonly by: Sender };
/** A request, in the imperative. */
export type Command = { readonly type: string; readonly data: unknown };
/** A fact, in the past tense. */
export type Event = { readonly type: string; readonly data: unknown };
