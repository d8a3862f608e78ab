// Day and time as the clock on its reader's wall shows them.

const two = (number: number): string => String(number).padStart(2, "0");
/** `23:45:41` */
export const clockOf = (ms: number): string => {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
};
/** `2026-11-29` */
export const dayOf = (ms: number): string => {
  const at = new Date(ms);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join("-");
};
