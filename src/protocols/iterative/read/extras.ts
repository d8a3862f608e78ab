// Unknown keys and blocks of a found folder, file by file.
import type { Extras as Kept } from "../../../kit/document/unknown-keys.ts";
import { extrasLines, withinLimit } from "../../../kit/document/found-extras.ts";
import type { RunFiles } from "../check/folder.ts";
import { extrasLimit } from "../limits.ts";
import { extrasOf } from "../markdown/document.ts";
import type { IterativeCommands } from "../commands.ts";
import type { Gathered } from "./gathering.ts";

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
  const { extras, quarantined } = withinLimit(
    found,
    extrasLimit,
    ({ file }) => file,
    (place) => `with what stands at ${place}, unknown parts`,
    extrasLines,
  );
  into.quarantined.push(...quarantined);
  return extras;
};
