// An agent's last words without the report at their end, which is for Cairn: its parts stand elsewhere.
import { plain } from "../../style/plain.ts";

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A report is one object of JSON from the beginning of a line to the end, in a fence or without. */
export const spoken = (text: string): string => {
  const all = plain(text).trimEnd();
  const end = all.replace(/\n`{3,}$/u, "");
  const at = end.lastIndexOf("\n{") + 1;
  if (!end.startsWith("{", at) || !parses(end.slice(at))) return all;
  return end
    .slice(0, at)
    .trimEnd()
    .replace(/(?:^|\n)`{3,}\w*$/u, "");
};
