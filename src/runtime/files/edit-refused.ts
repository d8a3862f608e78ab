// Refused hand edits: kept aside byte for byte, explained, and recorded.
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Drift } from "../../workspace/workspace.ts";
import { sayAsEngine } from "../jobs/handover.ts";
import type { DoorParts } from "../runner-parts.ts";

/** Maximum of reported findings. */
const toldFindings = 10;

/** Describes problem, location and remedy for the author of the edit. */
const told = (refusal: Refusal): string => {
  const one = ({ text, pointer, line, column, fits }: Refusal): string => {
    const where = [
      ...(pointer === undefined || pointer === "" ? [] : [`at ${pointer}`]),
      ...(line === undefined ? [] : [`line ${line}, column ${column ?? 1}`]),
    ].join(", ");
    return `${text}${where === "" ? "" : ` (${where})`}${fits === undefined ? "" : `; what would fit: ${fits}`}`;
  };
  const all = refusal.more ?? [refusal];
  const lines = all.slice(0, toldFindings).map(one);
  return [
    ...lines,
    ...(all.length > toldFindings ? [`and ${all.length - toldFindings} more`] : []),
  ].join("\n");
};

/** Fault EDIT_UNRECORDED: it is stored but not recorded. */
export const recordRefusal = async (
  { door, engine: { workspace } }: Pick<DoorParts, "door" | "engine">,
  run: string,
  folder: string,
  { path, text, digest, unreadable }: Drift,
  refusal: Refusal,
): Promise<void> => {
  const why = told(refusal);
  const note = `${refusal.code}: ${path}\n${why}`;
  // Stores the judged content; later content is an edit of its own.
  const kept =
    unreadable === null && text !== null
      ? await workspace.setAside(run, path, new TextEncoder().encode(text), note)
      : await workspace.aside(run, folder, path, note);
  const said = `${why}\nyour bytes: ${kept}`;
  const data = { path, digest: digest ?? "", code: refusal.code, why: said };
  const answer = await sayAsEngine(door, run, { type: "RefuseEdit", data });
  if (isRefusal(answer))
    throw new Fault(
      "EDIT_UNRECORDED",
      `the hand edit of ${path} was kept in ${kept}, but can't be recorded: ${answer.text}`,
      "put it back from there once the run takes edits",
    );
};
