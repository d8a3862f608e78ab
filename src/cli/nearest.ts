// Suggestions for mistyped verbs, flags and names.
import { distance } from "../core/near.ts";

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

/** `did you mean …?`, else the choices. */
export const suggestion = (word: string, candidates: readonly string[]): string => {
  const found = nearest(word, candidates);
  if (found !== null) return `did you mean \`${found}\`?`;
  return candidates.length === 0
    ? "there are none"
    : `one of: ${candidates.slice(0, 24).join(", ")}${candidates.length > 24 ? ", …" : ""}`;
};
