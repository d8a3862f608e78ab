// Estimate of a value's memory in bytes, for the limits of caches.

/** Approximate bytes of a number, a field name, an object in an engine. */
const each = 16;

/** The approximate memory of a plain value in bytes. Shared parts count each time. */
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
