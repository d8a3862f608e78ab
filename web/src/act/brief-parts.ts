// Parts of a decision's brief that don't stand beside it already; a brief is written for terminals and agents too.

/** `quoted`: verbatim material of agents, people and files; otherwise Cairn's own words. `json`: a record for agents. */
export type BriefPart = { readonly quoted: boolean; readonly json?: true; readonly text: string };

/** Paragraphs and fenced blocks, which end only at a fence of their own length. */
const blocksOf = (brief: string): readonly BriefPart[] => {
  const blocks: BriefPart[] = [];
  let fence: string | null = null;
  let json = false;
  let lines: string[] = [];
  const end = (quoted: boolean): void => {
    const text = lines.join("\n");
    if (quoted || text.trim() !== "")
      blocks.push(quoted && json ? { quoted, json: true, text } : { quoted, text });
    lines = [];
  };
  for (const line of brief.split("\n")) {
    const ticks: string | undefined = /^`{3,}/u.exec(line)?.[0];
    if (fence !== null && line === fence) {
      end(true);
      fence = null;
    } else if (fence === null && ticks !== undefined) {
      end(false);
      fence = ticks;
      json = line.startsWith(`${ticks}json`);
    } else if (fence === null && line === "") end(false);
    else lines.push(line);
  }
  end(fence !== null);
  return blocks;
};

/** Without what the question says or quotes, which stands beside it. */
export const briefParts = (brief: string, question: string): readonly BriefPart[] => {
  const blocks = blocksOf(brief);
  const isTold = (part: BriefPart | undefined): boolean =>
    part !== undefined && part.text.trim() !== "" && question.includes(part.text.trim());
  return blocks.filter(
    (block, index) => !isTold(block) && !(block.text.endsWith(":") && isTold(blocks[index + 1])),
  );
};

type Document = { readonly path: string; readonly text: string };

/**
 * Places each document.
 * @returns `named`: referenced at the beginning of the brief; `quoted`: by the part of the brief that quotes its beginning
 */
export const placedDocuments = <P extends Document>(
  parts: readonly BriefPart[],
  documents: readonly P[],
): {
  readonly named: readonly P[];
  readonly quoted: ReadonlyMap<BriefPart, P>;
  readonly others: readonly P[];
} => {
  const [first] = parts;
  const named = documents.filter(
    ({ path }) => first?.quoted === false && first.text.includes(`\`${path}\``),
  );
  const quoted = new Map<BriefPart, P>();
  for (const part of parts) {
    const text = part.text.trim();
    const whole =
      part.quoted && text !== ""
        ? documents.find((one) => one.path.endsWith(".md") && one.text.trim().startsWith(text))
        : undefined;
    if (whole !== undefined) quoted.set(part, whole);
  }
  const shown = new Set([...named, ...quoted.values()]);
  return { named, quoted, others: documents.filter((one) => !shown.has(one)) };
};
