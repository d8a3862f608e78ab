// Depth limit for JSON in reports and commands: 100 levels.

/** Nesting levels of a report or a command's data: far more than any real input has, far fewer than crash a process. */
export const mostLevels = 100;

/** Recurses no deeper than the limit. */
export const isTooDeep = (value: unknown, levels = mostLevels): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
};
