// Closing account of the demo, counted from the ledger's rows.
import { isRecord } from "../../core/record.ts";

type Row = { readonly type: string; readonly version: number; readonly task: string | null };
export type Account = {
  readonly task: string;
  readonly begun: number;
  readonly resolved: number;
  /** Work repeated after it was done: must be 0. */
  readonly redone: number;
};

/** A line of `cairn log --json`. */
export const rowOf = (line: string): Row | null => {
  const row: unknown = JSON.parse(line);
  if (!isRecord(row) || typeof row["type"] !== "string" || typeof row["version"] !== "number")
    return null;
  const data = row["data"];
  return {
    type: row["type"],
    version: row["version"],
    task: isRecord(data) && typeof data["task"] === "string" ? data["task"] : null,
  };
};

export const accounts = (rows: readonly Row[]): readonly Account[] => {
  const own = Map.groupBy(
    rows.filter(({ type }) => type === "TaskStarted" || type === "TaskResolved"),
    ({ task }) => task ?? "",
  );
  return [...own].map(([task, events]) => {
    const resolved = events.filter(({ type }) => type === "TaskResolved");
    const first = resolved[0]?.version ?? Number.POSITIVE_INFINITY;
    const begun = events.filter(({ type }) => type === "TaskStarted");
    return {
      task,
      begun: begun.length,
      resolved: resolved.length,
      redone: begun.filter(({ version }) => version > first).length,
    };
  });
};
