// Commands of what is said of criteria: claims, and how they are to be shown. None is a proof.
import type { Stamp } from "../../core/protocol.ts";
import { oversized, reasonMissing } from "../../core/rules/reason.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../core/refusal.ts";
import { extrasSize } from "../../kit/document/unknown-keys.ts";
import * as t from "../../kit/schema.ts";
import { unknownKeys } from "../../kit/extras.ts";
import { belowPlace } from "../../kit/check/below.ts";
import { hollow, readCheck } from "../../kit/check/check.ts";
import { inside } from "../../kit/check/command.ts";
import type { Numbered } from "../course.ts";
import { type Dialect, kindOf } from "../dialect.ts";
import { checkSet, evidenceClaimed } from "../events/claims.ts";
import { type Part, partOf, shownName } from "../keys.ts";
import { checkInput, evidenceTypes, isSameCheck } from "../../kit/check/shape.ts";
import type { Chooser, Unit } from "../unit.ts";
import { isAuto, isBegun, type Work } from "../work.ts";
import {
  command,
  criterionName,
  criterionNamed,
  type Decided,
  senderWrong,
  textLimit,
  unitId,
  unitNamed,
  words,
} from "./declare.ts";

/** In which capacity a sender may choose the check of a criterion. Refusals: CHECK_PLANNED, SENDER_WRONG. */
const chooser = (
  dialect: Dialect,
  state: Work,
  part: Part,
  { unit, criterion }: Numbered,
): Chooser | Refusal => {
  const planned = refuse(
    "CHECK_PLANNED",
    `the check of "${criterion.text}" was chosen by ${criterion.chosenBy ?? "nobody"}`,
    { fits: "a person may change it" },
  );
  const isFree =
    criterion.check === null ||
    (criterion.chosenBy === "worker" && criterion.proof !== null && criterion.proof.hollow);
  if (part.as === "person") return isBegun(state) ? "person" : "plan";
  if (part.as === "file") return criterion.check === null ? "worker" : planned;
  if (part.as !== "worker") return senderWrong("a check is named by its unit's worker", "its job");
  if (kindOf(dialect, part.unit).planning === true) return isBegun(state) ? planned : "plan";
  if (part.unit.id !== unit.id)
    return senderWrong(`a check of ${unit.id} is named by its worker`, "the token of its job");
  return isFree ? "worker" : planned;
};

type Setting = { readonly check: t.Of<typeof checkInput>; readonly reason: string };
const setting = (
  dialect: Dialect,
  state: Work,
  found: Numbered,
  { check: given, reason }: Setting,
  { by }: Stamp,
): Decided => {
  const part = partOf(dialect, state, by);
  const chosenBy = chooser(dialect, state, part, found);
  if (typeof chosenBy !== "string") return chosenBy;
  const check = readCheck(given, dialect.place(state));
  if (isRefusal(check)) return check;
  if (chosenBy === "worker" && hollow(check))
    return refuse("CHECK_HOLLOW", `\`${check.command ?? ""}\` passes whatever was done`, {
      fits: "a command that fails while the criterion doesn't hold",
    });
  if (check.type === "manual" && isAuto(state))
    return refuse(
      "PLAN_UNATTENDED",
      "a manual check asks a person, and in auto mode nobody answers",
    );
  if (isSameCheck(check, found.criterion.check)) return [];
  return [
    checkSet({
      unit: found.unit.id,
      criterion: found.number,
      check,
      chosenBy,
      reason,
      by: shownName(part, by),
    }),
  ];
};

const claiming = {
  unit: unitId,
  criterion: t.optional(criterionName),
  type: t.optional(t.means("as its command or path tells, if not said", t.oneOf(evidenceTypes))),
  text: t.text,
  command: t.optional(t.text),
  path: t.optional(t.text),
  extras: t.standing(
    t.means("unknown keys of an entry in a file, as [key, JSON text]", unknownKeys),
    [],
  ),
};
type Claiming = t.DataOf<typeof claiming>;
const claimRefused = (
  dialect: Dialect,
  state: Work,
  part: Part,
  { unit, text, command: said = "", path, extras }: Claiming,
): Refusal | null => {
  const isOwn = part.as === "worker" && part.unit.id === unit;
  if (part.as !== "person" && part.as !== "file" && !isOwn)
    return senderWrong(`${unit} is another's`, "the token of its job");
  const isOutside =
    path !== undefined && inside(path) === null && belowPlace(dialect.place(state), path) === null;
  return refuseAll(
    [
      oversized("the text", text.length, textLimit, "/text"),
      oversized("the command", said.length, textLimit, "/command"),
      oversized("the text of unknown keys", extrasSize(extras), 4 * textLimit, ""),
      isOutside
        ? refuse("PATH_OUTSIDE", `${path} lies outside of the workspace and of the run's folder`, {
            pointer: "/path",
          })
        : null,
    ].flatMap((one) => one ?? []),
  );
};
/** Several documents show a claim, some of them without its command, and copies of them grow old: it counts once. */
const isSaid = ({ claims }: Pick<Unit, "claims">, text: string, command: string): boolean =>
  claims.some((one) => one.text === text && (command === "" || one.command === command));
export const claimEvidence = (dialect: Dialect) =>
  command("ClaimEvidence", {
    means: "Claims that a criterion holds, and why. A claim proves nothing.",
    data: claiming,
    who: ["agent", "file", "person"],
    decide(state, data, stamp) {
      const { criterion, command: said, path, extras } = data;
      const type = data.type ?? (said ? "command_output" : path ? "file_content" : "manual");
      const unit = unitNamed(state, data.unit);
      if ("code" in unit) return unit;
      const named = criterion === undefined ? null : criterionNamed(state, unit.id, criterion);
      // What misnames its criterion still counts as a claim.
      const found = isRefusal(named) ? null : named;
      const text = isRefusal(named) ? `(for "${criterion}") ${data.text}`.trim() : data.text;
      const part = partOf(dialect, state, stamp.by);
      const refused = claimRefused(dialect, state, part, data);
      if (refused !== null) return refused;
      if (part.as === "file" && isSaid(found?.criterion ?? unit, text, said ?? "")) return [];
      const claimed = evidenceClaimed({
        unit: unit.id,
        criterion: found?.number ?? null,
        criteria: found?.criterion.text ?? "",
        type,
        text,
        command: said ?? "",
        path: path ?? null,
        by: shownName(part, stamp.by),
        // Only what is read from a file has unknown keys.
        extras: part.as === "file" ? extras.map(([key, value]) => [key, value]) : [],
      });
      const isNamed = said !== undefined || path !== undefined;
      // What a worker names with its evidence is its check, where it may choose one.
      const set =
        found === null || !isNamed || part.as === "person" || !isBegun(state)
          ? []
          : setting(
              dialect,
              state,
              found,
              { check: { type, command: said, path }, reason: "named with its evidence" },
              stamp,
            );
      return [claimed, ...(isRefusal(set) ? [] : set)];
    },
  });

export const setCheck = (dialect: Dialect) =>
  command("SetCheck", {
    means: "Sets how a criterion is checked.",
    data: { unit: unitId, criterion: criterionName, check: checkInput, reason: words },
    who: ["agent", "file", "person"],
    decide(state, { unit, criterion, check, reason }, stamp) {
      const found = criterionNamed(state, unit, criterion);
      if (isRefusal(found)) return found;
      return reasonMissing(reason) ?? setting(dialect, state, found, { check, reason }, stamp);
    },
  });
