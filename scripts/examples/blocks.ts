// Marked blocks of a page: `<!-- example: NAME -->`, a fenced text that a script writes, `<!-- end -->`.

const BLOCK = /<!-- example: ([a-z-]+) -->\n[\s\S]*?<!-- end -->/gu;

export const blockNames = (page: string): readonly string[] =>
  [...page.matchAll(BLOCK)].map((match) => match[1] ?? "");

/** The page with these texts in its blocks. A block without a text, or a text without a block, is an error. */
export const withBlocks = (page: string, texts: Readonly<Record<string, string>>): string => {
  const names = blockNames(page);
  const open = [
    ...names.filter((name) => texts[name] === undefined),
    ...Object.keys(texts).filter((name) => !names.includes(name)),
  ];
  if (open.length > 0) throw new Error(`blocks and examples don't agree: ${open.join(", ")}`);
  return page.replaceAll(
    BLOCK,
    (_, name: string) =>
      `<!-- example: ${name} -->\n\`\`\`console\n${texts[name] ?? ""}\n\`\`\`\n<!-- end -->`,
  );
};

/** For each of these pages the texts of its blocks; the first also has those without a block, which is an error there. */
export const textsOf = (
  pages: readonly string[],
  texts: Readonly<Record<string, string>>,
): readonly Readonly<Record<string, string>>[] => {
  const names = pages.map(blockNames);
  return names.map((own, at) =>
    Object.fromEntries(
      Object.entries(texts).filter(
        ([name]) => own.includes(name) || (at === 0 && !names.flat().includes(name)),
      ),
    ),
  );
};

/** The page with these counts in its marks `<!-- conversations: NAME -->10<!-- end -->`; others stay. */
export const withCounts = (page: string, counts: Readonly<Record<string, number>>): string =>
  page.replaceAll(/<!-- conversations: ([a-z-]+) -->\d*<!-- end -->/gu, (mark, name: string) =>
    counts[name] === undefined
      ? mark
      : `<!-- conversations: ${name} -->${counts[name]}<!-- end -->`,
  );
