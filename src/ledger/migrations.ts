// Numbered steps of the database schema, which never change, so that an old database opens today.
import { Fault } from "../core/refusal.ts";

/** A step's number is its position in STEPS, starting at 1. */
export type Step = "tables" | "namedCommands" | "ledgerId" | "functions";

/** A backend's SQL for each step; a missing step doesn't compile. */
export type StepTexts = Readonly<Record<Step, string>>;

/** `breaks`: a program that doesn't know this step would read or write wrong data and must refuse the database. */
export const STEPS: readonly {
  readonly step: Step;
  readonly what: string;
  readonly breaks: boolean;
}[] = [
  { step: "tables", what: "rows, cards, leases, snapshots", breaks: true },
  { step: "namedCommands", what: "no index of the commands that nobody named", breaks: false },
  { step: "ledgerId", what: "an id by which anchors tell this ledger from another", breaks: false },
  {
    step: "functions",
    what: "what a server decides by functions of its own, anew: a grant may ask for a least fence",
    breaks: false,
  },
];

/** The format that this program writes. */
export const FORMAT = STEPS.length;

/** The number of the newest breaking step; programs that write a lower format are refused. */
export const NEEDED = STEPS.findLastIndex(({ breaks }) => breaks) + 1;

export const newer = (ledger: string, format: number): Fault =>
  new Fault(
    "LEDGER_NEWER",
    `The ledger ${ledger} has format ${format}; this program knows formats up to ${FORMAT}. It was left as it is.`,
    "Use the version of Cairn that wrote it, or a later one.",
  );
