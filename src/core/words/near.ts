// Edit distance and nearest name, for suggestions in commands and files.

/** Edit distance between two words (insert, remove, replace, swap neighbours). */
export const distance = (a: string, b: string): number => {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next: number[] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const replaced = (last[column - 1] ?? 0) + (same ? 0 : 1);
      const best = Math.min(replaced, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(swapped ? Math.min(best, (before[column - 2] ?? 0) + 1) : best);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
};

/** Longer words and candidates are compared by their beginnings. */
const compared = 64;
/** Maximum candidates to compare: misspelled names come from short lists, and a hostile list must stay cheap. */
const looked = 200;

/** The candidates nearest to a word, nearest first, ties in their order; ignores case. */
export const nearestOf = (
  word: string,
  candidates: readonly string[],
  most: number,
): readonly string[] => {
  const asked = word.slice(0, compared).toLowerCase();
  return candidates
    .slice(0, looked)
    .map((candidate) => ({
      candidate,
      far: distance(asked, candidate.slice(0, compared).toLowerCase()),
    }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ candidate }) => candidate);
};

/** The only flag of similar length with the same first two letters: `--lite` for `--light` is no typo. */
const soundsLike = (flag: string, candidates: readonly string[]): string | null => {
  const [found = null, ...more] = candidates.filter(
    (one) => one.startsWith(flag.slice(0, 4)) && Math.abs(one.length - flag.length) <= 2,
  );
  return /^--../u.test(flag) && more.length === 0 ? found : null;
};

/** The candidate nearest to `word`, if near enough. */
export const nearest = (word: string, candidates: readonly string[]): string | null => {
  const asked = word.slice(0, 64).toLowerCase();
  // A prefix common to all candidates (dashes, a folder) doesn't count.
  const common = /^(?:-+|.*\/)/.exec(asked)?.[0] ?? "";
  const bare = (text: string): string =>
    text.startsWith(common) ? text.slice(common.length) : text;
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
  return ranked[0]?.candidate ?? soundsLike(asked, candidates);
};

/** The likely key alone, where one is near: a list of all keys buries it. */
export const unknownKey = (of: string, name: string, known: readonly string[]): string => {
  const meant = nearest(name, known);
  return `is no key of ${of}: ${meant === null ? known.join(", ") : `did you mean \`${meant}\`?`}`;
};
