// A refusal as text, with the place and the way out of each of its findings.
import { cleanLine } from "./clean.ts";
import type { Refusal } from "../refusal.ts";

const place = ({ path = "", pointer = "", line, column }: Refusal): string => {
  const at =
    line === undefined ? "" : `line ${line}${column === undefined ? "" : `, column ${column}`}`;
  const said = [path, at, pointer].filter((part) => part !== "").join(" ");
  return said === "" ? "" : ` (${cleanLine(said)})`;
};

const finding = (refusal: Refusal): string => {
  const { code, text, fits } = refusal;
  return `${code}: ${text}${place(refusal)}${fits === undefined ? "" : `\n  ${fits}`}`;
};

/** The code is on the first line; all findings follow. */
export const refusalText = (refusal: Refusal): string => {
  const { code, text, pointer, more = [] } = refusal;
  const others = more.filter(
    (one) => one.code !== code || one.text !== text || one.pointer !== pointer,
  );
  return [refusal, ...others].map(finding).join("\n");
};
