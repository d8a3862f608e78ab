// Layout of values and lists in all documents: no value may look like structure.
import { laidOut, tidied } from "../markdown/values.ts";

export const orNone = (text: string): string => (tidied(text) === "" ? "None" : text);

/** `**Name:** value`. */
export const label = (name: string, value: string): string =>
  `**${name}:** ${laidOut(orNone(value), "  ")}`;

/** A list below a label or a heading; `- None` if it is empty. */
export const list = (items: readonly string[]): string =>
  (items.length === 0 ? ["None"] : items)
    .map((item) => `- ${laidOut(orNone(item), "  ")}`)
    .join("\n");

/** A line that Markdown readers would take for structure at the left margin: a heading, a fence, a comment, a label, or a check box. */
const isStructure = /^(?:#{1,6}\s|`{3}|~{3}|<!--|[-*]\s|\*\*)/u;

/** Text of a section. The first line is indented, too, if it looks like structure. */
export const body = (value: string): string => {
  const text = laidOut(orNone(value), "  ");
  return isStructure.test(text) ? `  ${text}` : text;
};

/** Paths in backticks; `none` if there are none. */
export const paths = (list: readonly string[]): string =>
  list.length === 0 ? "none" : list.map((path) => `\`${path}\``).join(", ");
