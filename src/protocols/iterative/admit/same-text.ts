// Common start and end of two texts: only the difference of a long file is read.

const step = 4096;

/** Length of the common prefix. */
export const sameStart = (a: string, b: string): number => {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + step <= most && a.slice(at, at + step) === b.slice(at, at + step)) at += step;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
};

/** Length of the common suffix, at most `most`. */
export const sameEnd = (a: string, b: string, most: number): number => {
  let n = 0;
  while (
    n + step <= most &&
    a.slice(a.length - n - step, a.length - n) === b.slice(b.length - n - step, b.length - n)
  )
    n += step;
  while (n < most && a[a.length - 1 - n] === b[b.length - 1 - n]) n += 1;
  return n;
};
