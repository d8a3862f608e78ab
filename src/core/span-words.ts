// Why: how long something took and how many there are is said alike in the terminal and on the page.

/** `12 s`, `4 min`, `1 h 12 min`, `3 d 2 h`. */
export const span = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600), Math.floor(seconds / 86_400)];
  if (days > 0) return `${days} d${hours % 24 > 0 ? ` ${hours % 24} h` : ""}`;
  if (hours > 0) return `${hours} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ""}`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
};

/** `1 event`, `3 events`, `12,000 events`. */
export const count = (n: number, one: string, several = `${one}s`): string =>
  `${String(n).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${n === 1 ? one : several}`;
