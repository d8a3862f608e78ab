// Unknown keys and blocks of a found folder, file by file.
import { type Extras as Kept, extrasSize } from "../../../core/unknown-keys.ts";
import type { RunFiles } from "../check/folder.ts";
import { extrasLimit } from "../limits.ts";
import { extrasOf } from "../markdown/document.ts";
import type { IterativeCommands } from "../commands.ts";
import { aside, type Gathered } from "./gathering.ts";

type Extras = IterativeCommands["Adopt"]["data"]["found"]["extras"];

export const extrasFound = (seen: RunFiles, into: Gathered): Extras => {
  const { state, brief, plan, context, guardrails, progress } = seen;
  const found: readonly Kept[] = [
    ...(state?.extras ?? []).map((one) => ({ file: "state.json", ...one })),
    ...[brief, plan, context, guardrails].flatMap((doc) =>
      doc === null ? [] : extrasOf(doc.unknown).map((one) => ({ file: doc.path, ...one })),
    ),
    ...(progress === null || progress.before === ""
      ? []
      : [{ file: progress.path, pointer: "#", entries: [["text", progress.before]] as const }]),
  ];
  const room = new Map<string, number>();
  const kept: Extras[number][] = [];
  for (const { file, pointer, entries } of found) {
    const left = (room.get(file) ?? extrasLimit) - extrasSize(entries);
    if (left < 0)
      aside(
        into,
        file,
        `FIELD_OVERSIZED: with what stands at ${pointer === "" ? "the top" : pointer}, unknown parts are longer than ${extrasLimit} characters`,
        entries.map(([key, text]) => `${key}: ${text}`).join("\n"),
      );
    else {
      kept.push({
        file,
        pointer,
        entries: entries.map(([key, text]): [string, string] => [key, text]),
      });
      room.set(file, left);
    }
  }
  return kept;
};
