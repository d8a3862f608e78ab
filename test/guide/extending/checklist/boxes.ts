// The boxes of a checklist as units of work, and its text with one of them ticked.
import type { Draft } from "../../../../src/work/unit.ts";

export type Box = { readonly id: string; readonly title: string; readonly ticked: boolean };

const line = /^([ \t]*[-*] \[)([ xX])(\][ \t]+)(\S.*)$/gmu;

export const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/gu, "")
    .slice(0, 40) || "box";

/** A box is known by its words: other words are another box. */
export const boxesIn = (text: string): readonly Box[] =>
  [...text.matchAll(line)].map(([, , mark = " ", , title = ""]) => ({
    id: idOf(title),
    title,
    ticked: mark !== " ",
  }));
export const unitsOf = (boxes: readonly Box[]): Draft[] =>
  boxes.map(({ id, title }) => ({
    id,
    kind: "box",
    title,
    text: null,
    after: [],
    criteria: [{ text: title, check: null, chosenBy: null }],
    more: {},
  }));

export const withTick = (text: string, id: string, ticked: boolean): string =>
  text.replaceAll(line, (whole, open: string, _mark: string, close: string, title: string) =>
    idOf(title) === id ? `${open}${ticked ? "x" : " "}${close}${title}` : whole,
  );

export const newList = (title: string, boxes: readonly string[]): string =>
  `# ${title}\n\n${boxes.map((box) => `- [ ] ${box}\n`).join("")}`;
