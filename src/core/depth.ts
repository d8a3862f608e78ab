// Depth limit for JSON in reports and commands: 100 levels.

/** Levels of lists and objects in a report or a command's data: far above what anybody means, far below what ends a process. */
export const mostLevels = 100;

/** Walks no deeper than it allows. */
export const isTooDeep = (value: unknown, levels = mostLevels): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
};
