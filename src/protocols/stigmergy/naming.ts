// Search for a story's or issue's id as a whole word in a text.

/** Checks whether `text` contains the name as a whole word: "1.1" doesn't match "1.1.2" or "11.1". */
export const names = (text: string, name: string): boolean => {
  for (let at = name === "" ? -1 : text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [
      text.slice(Math.max(0, at - 1), at),
      text.slice(at + name.length, at + name.length + 2),
    ];
    if (!/[\p{L}\p{N}_.-]/u.test(before) && !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(after))
      return true;
  }
  return false;
};
