// Log of one load process: each request to the ledger, its time and its answer.

/** `from`, `to`: when it was asked and answered, in ms of the one clock that all processes of a machine share. */
type Timed = { readonly who: string; readonly from: number; readonly to: number };

export type Asked =
  | (Timed & {
      readonly op: "append";
      readonly run: string;
      readonly cause: string;
      readonly rows: number;
      /** Under this fence of this job; null: nobody's. */
      readonly under: { readonly job: string; readonly fence: number } | null;
      /** unknown: it was given up without an answer. */
      readonly answer:
        | { readonly is: "acknowledged"; readonly version: number }
        | { readonly is: "fenced" | "unknown" };
    })
  | (Timed & {
      readonly op: "take" | "renew";
      readonly run: string;
      readonly job: string;
      readonly ms: number;
      /** granted: until when, in ms of the server's clock. */
      readonly answer:
        | { readonly is: "granted"; readonly fence: number; readonly until: number }
        | { readonly is: "held" | "fenced" | "unknown" };
    })
  | (Timed & {
      readonly op: "end";
      readonly run: string;
      readonly job: string;
      readonly fence: number;
      readonly answer: { readonly is: "ended" | "fenced" | "unknown" };
    })
  /** A row that a follower came upon. */
  | (Timed & { readonly op: "seen"; readonly seq: number; readonly hash: string });

const ops = new Set(["append", "take", "renew", "end", "seen"]);
const isAsked = (value: unknown): value is Asked =>
  typeof value === "object" &&
  value !== null &&
  "op" in value &&
  typeof value.op === "string" &&
  ops.has(value.op) &&
  "from" in value;

export const askedOf = (line: string): Asked => {
  const value: unknown = JSON.parse(line);
  if (isAsked(value)) return value;
  throw new Error(`a process of load wrote ${line}`);
};
