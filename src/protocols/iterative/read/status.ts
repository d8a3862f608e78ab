// Stage of a found unit: the lowest of what its files say.
import type { Counted } from "../check/entries.ts";
import { isStatus } from "../files/words.ts";
import type { IterativeCommands } from "../commands.ts";
import type { Described, Stage } from "../state.ts";
import type { FoundUnit } from "./described.ts";
import { quoted } from "./gathering.ts";

type Found = IterativeCommands["Adopt"]["data"]["found"]["units"][number];
export type Status = Pick<Found, "stage" | "stuck" | "basis"> & {
  /** Why it differs from state.json; null if it doesn't. */
  readonly note: string | null;
  /** A value that the format doesn't have. */
  readonly strange: string | null;
};

const at = (stage: Stage, note: string | null = null): Status => ({
  stage,
  stuck: null,
  basis: null,
  note,
  strange: null,
});
const stuckAt = (
  kind: "blocked" | "timeout",
  reason: string,
  back: Stage,
  note: string | null = null,
): Status => ({
  stage: "stuck",
  stuck: { kind, reason, back },
  basis: null,
  note,
  strange: null,
});

/** Work continues if passes are left. */
const working = (used: number, max: number, note: string | null): Status =>
  used >= max
    ? stuckAt("timeout", `${used} of ${max} passes used`, "work", note)
    : at("work", note);

/** Whether it waits only for units that it depends on. */
const isWaiting = (reason: string, depends: readonly string[]): boolean => {
  const names = /^waiting (?:on|for) (.+)$/iu.exec(reason.trim())?.[1] ?? "";
  const ids = names
    .split(/[\s,]+/u)
    .filter((word) => word !== "" && word.toLowerCase() !== "and")
    .map((word) => word.toUpperCase());
  return ids.length > 0 && ids.every((id) => depends.includes(id));
};

/** @param isLogged a progress.md exists that could contradict */
const doneIn = (unit: FoundUnit, counted: Counted, used: number, isLogged: boolean): Status => {
  const { id, max } = unit.described;
  if (isLogged && !counted.done)
    return working(
      used,
      max,
      `${id} is done by state.json, and goes on in work: no entry of progress.md says ${id}_DONE`,
    );
  if (unit.seen?.verification_passed !== true)
    return at(
      "confirm",
      `${id} is done by state.json, and is confirmed anew: verification_passed doesn't say that it was verified`,
    );
  return { ...at("settled"), basis: "adopted" };
};

const blockedIn = ({ seen, described }: FoundUnit, used: number): Status => {
  const reason = seen?.reason?.trim() ?? "";
  const back: Stage = used > 0 ? "work" : "idle";
  return isWaiting(reason, described.depends)
    ? at("idle")
    : stuckAt("blocked", reason === "" ? "nobody said why" : reason, back);
};

/** The status that progress.md alone supports. */
const byEntries = ({ id, max }: Described, counted: Counted, used: number): Status =>
  counted.done
    ? at("confirm", `${id} is confirmed anew: that it is done says progress.md alone`)
    : used > 0
      ? working(used, max, null)
      : at("idle");

/** @param used the larger of the file's number and the entries' */
export const statusOf = (
  unit: FoundUnit,
  counted: Counted,
  used: number,
  isLogged: boolean,
): Status => {
  const { described, seen } = unit;
  const { id, max } = described;
  const word = seen?.status ?? null;
  if (word === null) return byEntries(described, counted, used);
  if (!isStatus(word))
    return {
      ...stuckAt("blocked", `its status was ${quoted(word)}`, used > 0 ? "work" : "idle"),
      strange: word,
    };
  switch (word) {
    case "pending":
      return used > 0
        ? working(used, max, `${id} is pending by state.json, and ${used} of its passes have been`)
        : at("idle");
    case "in_progress":
      return working(used, max, null);
    case "confirming":
      return at("confirm");
    case "verifying":
      return at("confirm", `${id} is verifying by state.json, and is confirmed anew`);
    case "done":
      return doneIn(unit, counted, used, isLogged);
    case "blocked":
      return blockedIn(unit, used);
    default:
      return working(
        used,
        max,
        used >= max ? null : `${id} is timeout by state.json, and has ${max - used} passes left`,
      );
  }
};
