// Edits of the project's root fields: brief, status, autonomy, name; never a gate.
import { type Part } from "../../../kit/document/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import type { State, Status } from "../state.ts";
import type { Copy } from "./copy.ts";
import { entryOf } from "./entry-of.ts";
import { finishBrief, finishPlanning, incomplete, isBriefKnown } from "./planned.ts";
import type { StateDoc } from "./typed.ts";

const order: readonly Status[] = [
  "NEEDS_BRIEFING",
  "NEEDS_PLANNING",
  "READY_FOR_EXECUTION",
  "EXECUTION_IN_PROGRESS",
  "PROJECT_COMPLETE",
];
const rank = (status: Status): number => order.indexOf(status);

const closed = (copy: Copy, at: Part, what: string): void =>
  copy.reject(
    at,
    "GATE_CLOSED",
    `a person passes ${what}`,
    "a person: `cairn decide`; meanwhile the status stays as it is",
  );

/** The edited project status; null if unchanged. */
const statusTo = (
  copy: Copy,
  bases: readonly State[],
  { status }: StateDoc,
): { readonly from: Status; readonly to: Status } | null => {
  const { value: to } = status;
  const from = bases.at(-1)?.status;
  return from === undefined ||
    bases.some((base) => base.status === to) ||
    copy.state().status === to
    ? null
    : { from, to };
};

/** Precedes the manifest, which a project without a brief can't have. */
export const briefAsked = (
  copy: Copy,
  bases: readonly State[],
  doc: StateDoc,
  facts: Facts,
): void => {
  const asked = statusTo(copy, bases, doc);
  if (
    asked === null ||
    copy.state().status !== "NEEDS_BRIEFING" ||
    (asked.to !== "NEEDS_PLANNING" && asked.to !== "READY_FOR_EXECUTION")
  )
    return;
  const at = doc.status.part;
  if (isBriefKnown(copy.state(), facts)) return closed(copy, at, "the brief");
  const refused = finishBrief(copy, at, entryOf(copy, [], ["BRIEF_COMPLETE"]));
  if (refused !== null) copy.find(refused);
};

const halted = (copy: Copy, at: Part): void => {
  const one = entryOf(copy, []);
  copy.ask(at, one, { type: "Halt", data: { reason: one?.given.summary ?? "its file says so" } });
};

export const statusAsked = (copy: Copy, bases: readonly State[], doc: StateDoc): void => {
  const asked = statusTo(copy, bases, doc);
  if (asked === null) return;
  const { from, to } = asked;
  const at = doc.status.part;
  const refuse = (code: string, text: string, fits: string): void =>
    copy.reject(at, code, text, fits);
  if (to === "EXECUTION_HALTED") return halted(copy, at);
  if (from === "EXECUTION_HALTED")
    return refuse("HALT_UNCLEARED", "a halt ends by a person's word", "a person: `cairn decide`");
  if (rank(to) < rank(from))
    return refuse(
      "STATUS_UNREACHABLE",
      `the project is ${from} and doesn't go back to ${to}`,
      "a person: `cairn resume --to STORY`",
    );
  if (to === "PROJECT_COMPLETE") {
    const stories = doc.epics.flatMap((epic) => epic.stories);
    const all = stories.length > 0 && stories.every(({ status }) => status.value === "COMPLETE");
    return all
      ? undefined
      : refuse(
          "STATUS_DERIVED",
          "the project is complete once every story is",
          "each story's own status",
        );
  }
  // The brief was handled before, so the project's current state decides.
  if (to === "NEEDS_PLANNING") return;
  if (to === "READY_FOR_EXECUTION") {
    if (copy.state().status === "NEEDS_BRIEFING") return;
    const refused = finishPlanning(copy, at, entryOf(copy, [], ["BLUEPRINT_COMPLETE"]));
    if (copy.state().status === "NEEDS_PLANNING")
      copy.find([
        incomplete(copy, at, refused),
        ...refused.filter(({ code }) => code !== "DOC_MISSING"),
      ]);
    return;
  }
  closed(copy, at, "the blueprint");
};

export const autonomyAsked = (
  copy: Copy,
  bases: readonly State[],
  { autonomy: { value: mode, part } }: StateDoc,
): void => {
  if (bases.some(({ autonomy }) => autonomy === mode) || copy.state().autonomy === mode) return;
  // More autonomy is only a request, and has no entry that the edit's could become.
  const one = mode === "autonomous" ? null : entryOf(copy, []);
  copy.ask(part, one, { type: "SetAutonomy", data: { mode } });
};

export const nameAsked = (
  copy: Copy,
  bases: readonly State[],
  { name: { value, part } }: StateDoc,
): void => {
  if (bases.some(({ name }) => name === value.trim()) || copy.state().name === value.trim()) return;
  copy.ask(part, entryOf(copy, []), { type: "RenameProject", data: { name: value } });
};
