// Runs of ultrawork in each phase, made once for all its readers.
import assert from "node:assert/strict";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import type { Message } from "../../src/core/message.ts";
import { phases, type Run } from "../fixtures/ultrawork.ts";

const made = await Promise.all(
  Object.entries(phases).map(async ([name, make]) => [name, await make()] as const),
);
const runs: ReadonlyMap<string, Run> = new Map(made);
export const phaseNames = made.map(([name]) => name);
export const runOf = (phase: string): Run => runs.get(phase) ?? assert.fail(phase);
export const known: ReadonlyMap<string, Message> = new Map(
  ultrawork.messages.map((message) => [message.type, message]),
);
