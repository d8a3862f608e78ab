// Why: text of agents and people is shown as it is; only addresses of pages in it can be followed, in a tab of their own.
import { linked } from "./linked.ts";

export const Prose = ({ text }: { readonly text: string }) =>
  linked(text).map((piece, index) =>
    piece.link ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <a key={index} href={piece.text} target="_blank" rel="noopener noreferrer nofollow">
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );
