// Web addresses in a text: links that show all of where they lead.
import { isLink } from "../words.ts";

export type Piece = { readonly text: string; readonly link: boolean };

/** Punctuation around an address that isn't part of it. */
const around = /^[("'<[]+|[)"'>\].,;:!?]+$/gu;

/** Splits the text into pieces. */
export const splitLinks = (text: string): readonly Piece[] => {
  if (!/https?:\/\//iu.test(text)) return [{ text, link: false }];
  return text
    .split(/(\s+)/u)
    .flatMap((word) => {
      const address = word.replaceAll(around, "");
      if (!isLink(address)) return [{ text: word, link: false }];
      const at = word.indexOf(address);
      return [
        { text: word.slice(0, at), link: false },
        { text: address, link: true },
        { text: word.slice(at + address.length), link: false },
      ];
    })
    .filter((piece) => piece.text !== "");
};
