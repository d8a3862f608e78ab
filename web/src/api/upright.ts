// Why: signs that turn text around let what agents wrote read as something else to whoever approves it; terminals are spared them (src/core/clean.ts), and so is the page.

const turning = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Each such sign as one that is seen. Of a JSON text as of what stands in it: JSON needs none of them. */
export const upright = (text: string): string => text.replace(turning, "\uFFFD");
