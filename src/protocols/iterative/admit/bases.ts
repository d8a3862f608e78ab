// Why: what a file doesn't say itself (from which copy it was made) shows in what the engine counts in it, so old copies are met first where they tell.
import type { Edit } from "../../../core/dialect.ts";
import { atPointer, readJson } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { stateFile } from "../files/state-file.ts";

/** What each projection writes anew and nobody else has a reason to; null: nothing of that kind. */
const signOf = (path: Path, text: string): string | null => {
  if (path === stateFile) {
    const root = readJson(text);
    const node = isRefusal(root) ? null : atPointer(root, "/updated");
    return node?.is === "string" ? node.value : null;
  }
  if (path !== "tasks.md" && path !== "plan.md") return null;
  const lines = text.match(/^\*\*(?:Total|Status):\*\*.*$/gmu);
  return lines === null ? null : lines.map((line) => line.trim()).join("\n");
};

/** Former texts from the one on that the edit can have been made from; all of them where nothing tells. */
export const basesOf = function* (path: Path, text: string, former: Edit["former"]): Generator<{ readonly text: string | null }> {
  const sign = signOf(path, text);
  let from = 0;
  if (sign !== null) {
    let index = 0;
    for (const one of former()) {
      if (one.text !== null && signOf(path, one.text) === sign) {
        from = index;
        break;
      }
      index += 1;
    }
  }
  let index = 0;
  for (const one of former()) {
    if (index >= from) yield one;
    index += 1;
  }
};
