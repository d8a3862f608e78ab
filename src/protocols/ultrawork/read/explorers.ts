// Why: explorers' findings are kept as they were; lists that nobody signed go to the first of them.
import type { foundRun } from "../found-shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import { inside } from "../command.ts";
import { type SeenContext, hintOf, isExplorerId } from "./context.ts";

type FoundRun = Of<typeof foundRun>;

const nobody = "hand";

export const explorersRead = (
  context: SeenContext | null,
): Pick<FoundRun, "explorers" | "findings"> => {
  if (context === null) return { explorers: [], findings: [] };
  const { keyFiles, patterns, constraints } = context;
  const known = context.explorers.filter(
    (one, index, all) => all.findIndex(({ id }) => id === one.id) === index,
  );
  const lists = keyFiles.length + patterns.length + constraints.length > 0;
  const unsigned = {
    id: nobody,
    hint: "what stood in context.json",
    file: null,
    summary: "",
    extras: [],
  };
  const all = known.length === 0 && lists ? [unsigned] : known;
  return {
    explorers: context.expected
      .filter(isExplorerId)
      .map((id) => ({ id, hint: known.find((one) => one.id === id)?.hint ?? hintOf(id) })),
    findings: all.map(({ id, hint, file, summary }, index) => ({
      explorer: id,
      hint,
      file: file === null || inside(file) === null ? null : file,
      summary,
      keyFiles: index === 0 ? keyFiles : [],
      patterns: index === 0 ? patterns : [],
      constraints: index === 0 ? constraints : [],
    })),
  };
};
