// The steps of a database's shape: numbered, and each stays as it is for ever, so that a database of yesterday opens today.
import { Fault } from "../core/refusal.ts";

/** A step's number is its place in STEPS, counted from 1. */
export type Step = "tables" | "namedCommands" | "ledgerId" | "functions";

/** A backend's text for each step: one that lacks a step's twin doesn't compile. */
export type StepTexts = Readonly<Record<Step, string>>;

/** `breaks`: after it, a program that knows nothing of it would write or read what is wrong, and must leave the database alone. */
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

/** The number of the newest step that breaks: programs that write a lower format are shut out. */
export const NEEDED = STEPS.findLastIndex(({ breaks }) => breaks) + 1;

export const newer = (ledger: string, format: number): Fault =>
  new Fault(
    "LEDGER_NEWER",
    `The ledger ${ledger} has format ${format}; this program knows formats up to ${FORMAT}. It was left as it is.`,
    "Use the version of Cairn that wrote it, or a later one.",
  );
