// Crash check of printed events against the ledger: each still there and unchanged.
import type { Ground } from "./ground.ts";
import { typed } from "./crew.ts";

export type Entry = {
  readonly version: number;
  readonly type: string;
  readonly hash: string;
  readonly data: Readonly<Record<string, unknown>>;
};
/** By version: the event's type, as a process printed it. */
export type Told = Map<number, string>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const entryOf = (line: string): Entry => {
  const row: unknown = JSON.parse(line);
  if (isRecord(row) && isRecord(row["data"])) {
    const { version, type, hash, data } = row;
    if (typeof version === "number" && typeof type === "string" && typeof hash === "string")
      return { version, type, hash, data };
  }
  throw new Error(`cairn log printed ${line}`);
};

export const ledgerOf = async (ground: Ground, run: string): Promise<readonly Entry[]> => {
  const { exit, out, err } = await typed(ground, ["log", run, "--json"]).ended;
  if (exit !== 0) throw new Error(`cairn log ended with ${exit}: ${err.join("\n")}`);
  return out.map(entryOf);
};

/** Takes up what a runner's lines promise. */
export const hear = (told: Told, lines: readonly string[]): void => {
  for (const line of lines) {
    const [, version, type] = /^\d\d:\d\d:\d\d {2}#(\d+) (\w+)/.exec(line) ?? [];
    if (version !== undefined && type !== undefined) told.set(Number(version), type);
  }
};

/** What the ledger owes: to whom it was told of, and to what it was before. */
export const owed = (
  told: Told,
  before: readonly Entry[],
  now: readonly Entry[],
): readonly string[] => [
  ...now.flatMap(({ version }, index) =>
    version === index + 1 ? [] : [`event ${index + 1} is missing, ${version} stands there`],
  ),
  ...before.flatMap(({ version, hash }) =>
    now[version - 1]?.hash === hash ? [] : [`event ${version} is another one than before`],
  ),
  ...[...told].flatMap(([version, type]) => {
    const there = now[version - 1]?.type;
    return there === type
      ? []
      : [`event ${version} was told to be ${type}, the ledger has ${there ?? "none"}`];
  }),
];
