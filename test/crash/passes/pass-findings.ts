// Crash checks of iterative's ledger: no pass recorded or launched twice.
import type { Ground } from "../ground.ts";
import type { Entry } from "../told.ts";
import { launchedOf } from "./ground.ts";

const doubles = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
const passOf = ({ data }: Entry): string => `${String(data["unit"])}#${String(data["n"])}`;
const ofType = (ledger: readonly Entry[], ...types: readonly string[]): readonly Entry[] =>
  ledger.filter(({ type }) => types.includes(type));

/** `lost`: hosts died too, so that a pass may be taken back. */
export const passFindings = (
  ground: Ground,
  ledger: readonly Entry[],
  lost: boolean,
): readonly string[] => {
  const begun = ofType(ledger, "PassBegun").map(passOf);
  const over = ofType(ledger, "PassEnded", "PassVoided", "VerdictGiven").map(passOf);
  const launched = launchedOf(ground);
  const unheard = ofType(ledger, "PassVoided", "AttemptFailed").map(
    ({ type, data }) => `${type}: ${String(data["why"])}`,
  );
  return [
    ...doubles(begun).map((pass) => `${pass} was begun twice`),
    ...doubles(over).map((pass) => `${pass} was ended twice`),
    ...begun.filter((pass) => !over.includes(pass)).map((pass) => `${pass} was never ended`),
    ...doubles(launched).map((job) => `the agent of ${job} was launched twice`),
    ...(lost ? [] : unheard),
  ];
};
