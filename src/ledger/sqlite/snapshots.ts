// Cache of folded states in SQLite: saves seconds on long runs, may be lost at any time.
import type { DatabaseSync } from "node:sqlite";
import { number, text } from "../columns.ts";
import { isBusy, resultCode } from "./faults.ts";

export type Snapshots = {
  find(run: string, key: string): { readonly version: number; readonly text: string } | null;
  /** The newest version wins, the later of equals. Never waits for the disk or fails on a full one. */
  keep(run: string, key: string, version: number, kept: string): void;
};

export const openSnapshots = (db: DatabaseSync): Snapshots => {
  const find = db.prepare("select version, text from snapshots where run = ? and key = ?");
  const keep = db.prepare(
    "insert into snapshots (run, key, version, text) values (?, ?, ?, ?) on conflict (run, key) do update set version = excluded.version, text = excluded.text where excluded.version >= version",
  );
  return {
    find: (run, key) => {
      const found = find.get(run, key);
      return found === undefined
        ? null
        : { version: number(found, "version"), text: text(found, "text") };
    },
    keep: (run, key, version, kept) => {
      try {
        keep.run(run, key, version, kept);
      } catch (error) {
        if (isBusy(error) || resultCode(error) === null) throw error;
      }
    },
  };
};
