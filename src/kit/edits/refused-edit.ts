// Record and texts of a refused hand edit, with reason and place of its bytes.
import type { Event } from "../../core/protocol.ts";
import { because, fenced, oneLine, page } from "../../core/words/quote.ts";
import type { Digest, Path, Recorded, Time } from "../../core/row.ts";
import { second } from "../../core/words/seconds.ts";

/** The last refused hand edit that still stands. */
export type RefusedEdit = {
  readonly path: Path;
  readonly digest: Digest;
  readonly code: string;
  readonly why: string;
  readonly at: Time;
};

/** The same bytes at the same path were already refused, so there is nothing new to report. */
export const isRefusedAlready = (
  refused: RefusedEdit | null,
  { path, digest }: Pick<RefusedEdit, "path" | "digest">,
): boolean => refused !== null && refused.path === path && refused.digest === digest;

/** The standing refusal after an event. An admitted edit clears it, and so does a person's command: they have seen it. */
export const stillRefused = (
  refused: RefusedEdit | null,
  { type, by }: Pick<Recorded<Event>, "type" | "by">,
): RefusedEdit | null =>
  (by.kind === "file" || by.kind === "person") && type !== "EditRefused" ? null : refused;

/** File for the notice in every protocol; exists only while the last edit is refused. */
export const refusedFile = "refused.md";
/** A line for views, with the notice's path first, because a terminal may cut off the reason. */
export const refusedLine = (refused: RefusedEdit | null): string | null =>
  refused === null
    ? null
    : `${oneLine(refused.path)}: edit put back, ${refused.code}, told in ${refusedFile}${because(refused.why)}`;
export const refusedText = (run: string, refused: RefusedEdit): string =>
  page([
    `# Refused: ${oneLine(refused.path)}`,
    `An edit of \`${oneLine(refused.path)}\` was not taken and the file was written anew (${second(refused.at)}).`,
    `Code: \`${oneLine(refused.code)}\``,
    fenced(refused.why, "text"),
    `The bytes of the edit are kept in Cairn's own folder below \`refused/${run}/\`, sha256 \`${refused.digest}\`. The next edit that is taken removes this file, and so does the next command of a person.`,
  ]);
