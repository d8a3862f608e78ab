// Estimate of a value's memory in bytes, for the limits of caches.

/** Of a number, a name of a field, an object: about what an engine takes for it, in bytes. */
const each = 16;

/** About how many bytes a plain value takes in memory. What it has twice counts twice. */
export const weigh = (value: unknown): number => {
  const left: unknown[] = [value];
  let sum = 0;
  while (left.length > 0) {
    const one = left.pop();
    sum += each;
    if (typeof one === "string") sum += one.length;
    else if (typeof one === "object" && one !== null) {
      const parts: readonly unknown[] = Object.values(one);
      for (const part of parts) left.push(part);
    }
  }
  return sum;
};
