// Why: a mistyped verb, flag or name is answered with what was probably meant.

/** Edits (insert, remove, replace, swap of neighbours) between two words. */
const distance = (a: string, b: string): number => {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next: number[] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const replaced = (last[column - 1] ?? 0) + (same ? 0 : 1);
      const best = Math.min(replaced, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(swapped ? Math.min(best, (before[column - 2] ?? 0) + 1) : best);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
};

/** The candidate that is nearest to `word`, if any is near enough to have been meant. */
export const nearest = (word: string, candidates: readonly string[]): string | null => {
  const asked = word.slice(0, 64).toLowerCase();
  // What every candidate begins with (dashes, a folder) says nothing of what was meant.
  const common = /^(?:-+|.*\/)/.exec(asked)?.[0] ?? "";
  const bare = (text: string): string => (text.startsWith(common) ? text.slice(common.length) : text);
  const ranked = candidates
    .map((candidate) => {
      const name = candidate.toLowerCase();
      const begun = asked.length >= 2 && name.startsWith(asked);
      return {
        candidate,
        far: begun ? 0.5 : distance(asked, name),
        bound: Math.ceil((Math.min(bare(asked).length, bare(name).length) - 1) / 3),
      };
    })
    .filter(({ far, bound }) => far <= bound)
    .sort((a, b) => a.far - b.far);
  return ranked[0]?.candidate ?? null;
};

/** `did you mean …?`, else the choices. */
export const suggestion = (word: string, candidates: readonly string[]): string => {
  const found = nearest(word, candidates);
  if (found !== null) return `did you mean \`${found}\`?`;
  return candidates.length === 0 ? "there are none" : `one of: ${candidates.slice(0, 24).join(", ")}${candidates.length > 24 ? ", …" : ""}`;
};
