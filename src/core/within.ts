// Whether a path lies in a folder, by their texts alone: absolute, normalized, links resolved where that matters.

/** true also for the folder itself. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
