// Filter for signs that reorder text, by which agents' words could read as something else (terminals: src/core/clean.ts).

const turning = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Each such sign as one that is seen. Of a JSON text as of what stands in it: JSON needs none of them. */
export const upright = (text: string): string => text.replace(turning, "\uFFFD");
