// Text of the engine, of agents and people: backticks are code, and addresses of pages can be followed, in a tab of their own.
import { splitLinks } from "./linked.ts";
import { splitCode } from "./ticked.ts";

/** Line breaks are kept if `white-space` does so. */
export const Prose = ({ text }: { readonly text: string }) =>
  splitCode(text).map((part, at) =>
    part.code ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <code key={at}>{part.text}</code>
    ) : (
      splitLinks(part.text).map((piece, index) =>
        piece.link ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
          <a
            key={`${at} ${index}`}
            href={piece.text}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )
    ),
  );

/** The same within a link or button: addresses aren't links. */
export const Coded = ({ text }: { readonly text: string }) =>
  // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
  splitCode(text).map((part, at) => (part.code ? <code key={at}>{part.text}</code> : part.text));
