// Typed reader of database columns: a value of the wrong type is damage, never a guess.
import { Fault } from "../core/refusal.ts";
import type { Card, Lease, Life, Row } from "../core/row.ts";

/** A result row; columns are read by name. */
export type Columns = Readonly<Record<string, unknown>>;

const wrong = (name: string): Fault =>
  new Fault(
    "LEDGER_DAMAGED",
    `The ledger is damaged: a column ${name} holds what was never written there.`,
    "Put a backup in its place; `cairn verify` tells what a copy still holds.",
  );

export const text = (columns: Columns, name: string): string => {
  const value = columns[name];
  if (typeof value !== "string") throw wrong(name);
  return value;
};
export const number = (columns: Columns, name: string): number => {
  const value = columns[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw wrong(name);
  return value;
};
export const optional = (columns: Columns, name: string): string | null =>
  columns[name] === null ? null : text(columns, name);

/** SQLite represents booleans as 0 and 1. */
const flag = (columns: Columns, name: string): boolean =>
  typeof columns[name] === "boolean" ? columns[name] : number(columns, name) === 1;

const LIVES: Readonly<Record<string, Life>> = {
  live: "live",
  paused: "paused",
  over: "over",
  archived: "archived",
};
const life = (columns: Columns): Life => {
  const found = LIVES[text(columns, "life")];
  if (found === undefined) throw wrong("life");
  return found;
};

export const asRow = (columns: Columns): Row => ({
  seq: number(columns, "seq"),
  run: text(columns, "run"),
  version: number(columns, "version"),
  type: text(columns, "type"),
  data: text(columns, "data"),
  at: text(columns, "at"),
  by: text(columns, "by"),
  cause: text(columns, "cause"),
  hash: text(columns, "hash"),
});

export const asCard = (columns: Columns): Card => ({
  run: text(columns, "run"),
  protocol: text(columns, "protocol"),
  origin: optional(columns, "origin"),
  root: text(columns, "root"),
  place: text(columns, "place"),
  life: life(columns),
  phase: text(columns, "phase"),
  version: number(columns, "version"),
  head: text(columns, "head"),
  at: text(columns, "at"),
  good: columns["good"] === null ? null : flag(columns, "good"),
});

export const asLease = (columns: Columns): Lease => ({
  run: text(columns, "run"),
  job: text(columns, "job"),
  holder: {
    name: text(columns, "name"),
    agent: optional(columns, "agent"),
    conversation: optional(columns, "conversation"),
  },
  fence: number(columns, "fence"),
  token: text(columns, "token"),
  until: text(columns, "until"),
  host: text(columns, "host"),
});
