// Why: the public API of the package: open a system, talk to it; all types that it speaks in.
export { open } from "./open.ts";
export type { OpenOptions } from "./open.ts";
export { Fault, isRefusal } from "./core/refusal.ts";
export type { Refusal } from "./core/refusal.ts";
export type { Command, Criterion, Event, Message, Protocol, Sender, View } from "./core/protocol.ts";
export type { Job, Outcome } from "./core/job.ts";
export type { Card, Lease, Recorded, Row } from "./core/row.ts";
export type { Claimed, Loaded, Progress, RunOptions, RunResult, Sent, Standing, Started, System } from "./runtime/system.ts";
