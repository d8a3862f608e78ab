// Meaning of a status written by hand: a wish or a claim. It never makes a unit confirming, verifying or done.
import { noted, rejection, wrong } from "../../../kit/edits/edit-reading.ts";
import { type Part, textAt, wrongType } from "../../../kit/document/part.ts";
import { answersByFile } from "../decider/quiet.ts";
import { blockedClaim } from "../marks.ts";
import { stateFile } from "../files/state-file.ts";
import { isStatus, type StatusWord, statusWords } from "../files/words.ts";
import type { IterativeCommand } from "../commands.ts";
import type { State, Unit } from "../state.ts";
import { openDepends, statusOf } from "../units.ts";
import { asking, claiming, type EditRead } from "./page.ts";

/** Name of an author who works by hand; another one must confirm. */
export const byHand = "by hand";

/** A unit as state.json has it. `before`: in the copy that was edited. */
export type UnitEdit = {
  readonly state: State;
  readonly unit: Unit;
  readonly was: string | null;
  readonly after: Part;
};

export const claim = (unit: Unit, text: string, where: string): IterativeCommand => ({
  type: "RecordClaim",
  data: { unit: unit.id, claim: text, where },
});

/** An active unit needs no further start. */
export const begins = ({ unit }: Pick<UnitEdit, "unit">, part: Part): EditRead =>
  unit.pass !== null
    ? noted
    : asking(part.pointer, {
        type: "BeginPass",
        data: { unit: unit.id, pass: unit.seq + 1, holder: byHand },
      });

const derived = (part: Part, text: string, fits: string): EditRead =>
  rejection(part, "STATUS_DERIVED", text, fits);

/** The command that reopens a done unit. */
export const reopens = ({ slug }: Pick<State, "slug">, id: string): string =>
  `a person reopens it: \`cairn resume ${slug} --to ${id} --reason "why"\``;
const isDone = ({ state, unit }: UnitEdit, part: Part): EditRead =>
  derived(part, `${unit.id} is done`, reopens(state, unit.id));

const blocked = (edit: UnitEdit, part: Part): EditRead => {
  const { unit, was, after } = edit;
  if (was === "done") return isDone(edit, part);
  const reason = textAt(after.node, "reason")?.trim() ?? "";
  return unit.pass === null
    ? asking(part.pointer, { type: "BlockUnit", data: { unit: unit.id, reason } })
    : claiming(part.pointer, claim(unit, `${blockedClaim}${reason}`, stateFile));
};

const backToWork = (edit: UnitEdit, word: StatusWord, part: Part): EditRead => {
  const { state, unit, was } = edit;
  if (was === "done") return isDone(edit, part);
  if (was === "blocked" || was === "timeout") {
    if (unit.stage === "stuck") {
      const { code, text, fits = "" } = answersByFile(state, unit);
      return rejection(part, code, text, fits);
    }
    const waits = openDepends(state, unit);
    if (word === "in_progress") return begins({ unit }, part);
    return waits.length === 0
      ? noted
      : derived(
          part,
          `${unit.id} waits for ${waits.join(", ")}`,
          "change its Depends line in the plan file",
        );
  }
  if (was === "pending" && word === "in_progress") return begins({ unit }, part);
  return derived(
    part,
    `${unit.id} is ${was ?? "unknown"}: that it isn't any more follows from its passes`,
    "leave it as it stands",
  );
};

export const statusAsked = (edit: UnitEdit, part: Part): EditRead => {
  const { unit, was } = edit;
  if (part.node.is !== "string") return wrong(wrongType(part, "a text"));
  const word = part.node.value;
  if (!isStatus(word))
    return rejection(
      part,
      "STATUS_UNKNOWN",
      `${unit.id} can't be ${word.slice(0, 80)}`,
      statusWords.join(", "),
    );
  // Writing the current status requests nothing.
  if (statusOf(unit) === word) return noted;
  switch (word) {
    case "confirming":
    case "verifying":
    case "done":
      return was === "done"
        ? isDone(edit, part)
        : claiming(part.pointer, claim(unit, word, stateFile));
    case "blocked":
      return blocked(edit, part);
    case "timeout":
      return derived(
        part,
        "a timeout follows from the passes that were used",
        "status blocked, with a reason",
      );
    default:
      return backToWork(edit, word, part);
  }
};
