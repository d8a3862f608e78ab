// Relations of paths by their texts alone: absolute, normalized, links resolved where that matters.

/** Also true for the folder itself. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);

/** A path for display: relative to the user's folder if it is inside. */
export const displayPath = (folder: string, path: string): string =>
  path !== folder && isWithin(folder, path)
    ? path.slice(folder.endsWith("/") ? folder.length : folder.length + 1)
    : path;
