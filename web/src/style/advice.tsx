// Server messages in the page's terms, with a copy button for each terminal command.
import { Fragment } from "react";
import { pageWords } from "../act/page-words.ts";
import { Copy } from "./copy.tsx";
import { Prose } from "./prose.tsx";
import { splitCode } from "./ticked.ts";

const isTyped = (code: string): boolean => /^(?:cairn|git|mv) \S/u.test(code);

export const Advice = ({ text }: { readonly text: string }) =>
  splitCode(pageWords(text)).map((part, at) =>
    part.code ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <Fragment key={at}>
        <code>{part.text}</code>
        {isTyped(part.text) ? <Copy text={part.text} name="command" /> : null}
      </Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <Prose key={at} text={part.text} />
    ),
  );
