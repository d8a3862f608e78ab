// What a job says, read on from where it ended last time until nothing more is there.

/** `next`: from where to read on. `kept`: as it was kept at the end, which is another text than what came. */
type Part = { readonly next: number; readonly kept: boolean };

/** Readings in a row before what came is shown. */
const readingsMost = 64;

/**
 * @param ask reads one part
 * @param join what was known, and a part more
 * @param anew what is known where what was kept is to be read from its beginning
 */
export const readOn = async <Known extends Part, More extends Part>(
  before: Known,
  ask: (from: number) => Promise<More>,
  join: (known: Known, more: More) => Known,
  anew: (known: Known) => Known,
): Promise<Known> => {
  let known = before;
  for (let readings = 0; readings < readingsMost; readings += 1) {
    const more = await ask(known.next);
    if (more.kept && !known.kept && known.next > 0) {
      known = anew(known);
      continue;
    }
    const still = more.next === known.next;
    known = join(known, more);
    if (still) break;
  }
  return known;
};
