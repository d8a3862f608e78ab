// Public API of the package: opens a System, and exports all types of its interface.
export { open } from "./open.ts";
export type { OpenOptions } from "./open.ts";
export { Fault, isRefusal } from "./core/refusal.ts";
export type { Refusal } from "./core/refusal.ts";
export type { Adopted, Finding, Quarantined } from "./core/run-files.ts";
export type { Composing, Document, Library, Listed, Details } from "./core/library.ts";
export type { Message } from "./core/message.ts";
export type { Command, Event, Protocol, Sender } from "./core/protocol.ts";
export type { Criterion, View } from "./core/view.ts";
export type { Job, Outcome } from "./core/job.ts";
export type { Card, Lease, Recorded, Row } from "./core/row.ts";
export type {
  AdoptedRun,
  Claimed,
  Loaded,
  Progress,
  RunOptions,
  RunResult,
  Sent,
  Standing,
  Started,
  System,
  Templates,
  CareFinding,
  Written,
} from "./runtime/system.ts";
