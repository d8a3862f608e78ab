// Check of an Output: one that is missing, empty or a stub is no work.
import { howMany } from "../../../core/words/how-many.ts";
import type { Path } from "../../../core/row.ts";
import type { Of } from "../../../kit/schema.ts";
import type { checkRun } from "../shapes.ts";

type CheckRun = Of<typeof checkRun>;

/** Minimum words of a text outside of headings. */
const leastWords = 40;

const placeholder = /^(?:[-*]\s+)?(?:TODO|TBD|FIXME|\{[^{}]*\}|\[(?:TODO|TBD)[^\]]*\])[.:]?$/iu;

/** An HTML comment, to its end or the end of the text. */
const comment = /<!--[^]*?(?:-->|$)/gu;

const stubOf = (text: string): string | null => {
  const lines = text
    .replaceAll(comment, (hidden) => hidden.replaceAll(/[^\r\n]/gu, ""))
    .split(/\r\n|\n|\r/u)
    .map((line) => line.trim());
  const words = lines
    .filter((line) => !/^#{1,6}\s/u.test(line))
    .flatMap((line) => line.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)));
  if (words.length < leastWords)
    return `it has ${howMany(words.length, "word")} outside of headings, fewer than ${leastWords}`;
  const left = lines.findIndex((line) => placeholder.test(line));
  return left === -1 ? null : `line ${left + 1} is only a placeholder`;
};

const isText = (path: Path): boolean => /\.(?:md|markdown|txt|rst|adoc|html?)$/iu.test(path);

/** @param text null if there is no text file; `exists`: there is a non-empty file */
export const outputRun = (
  name: string,
  path: Path,
  text: string | null,
  exists: boolean,
): CheckRun => {
  const why =
    text === null
      ? exists
        ? isText(path)
          ? `${path} is no file that can be read`
          : null
        : `${path} isn't there (a link doesn't count), or is empty`
      : text.trim() === ""
        ? `${path} is empty`
        : isText(path)
          ? stubOf(text)
          : null;
  return {
    name,
    argv: [],
    exit: null,
    why,
    ms: 0,
    digest: null,
    bytes: text?.length ?? 0,
    excerpt: "",
    passed: why === null,
  };
};
