// Filter for signs that reorder text, by which agents' words could read as something else (terminals: src/core/clean.ts).

const turning = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Makes invisible direction characters visible, in JSON texts as well: JSON needs none of them. */
export const upright = (text: string): string => text.replace(turning, "\uFFFD");
