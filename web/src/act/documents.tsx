// Documents that a decision is about, as they are meant to be read.
import type { DecisionBrief } from "../../../src/http/answers.ts";
import { Long } from "../style/long.tsx";
import { Markdown } from "../style/markdown.tsx";
import { lastPart } from "../words.ts";

const Document = ({
  path,
  text,
  cut,
  open,
}: DecisionBrief["documents"][number] & { readonly open: boolean }) => (
  <details className="document" open={open}>
    <summary title={path}>{lastPart(path)}</summary>
    <Long name={path}>
      {path.endsWith(".md") ? <Markdown text={text} /> : <pre>{text}</pre>}
      {cut ? (
        <p className="small dim">This is its beginning. The Files tab has all of it.</p>
      ) : null}
    </Long>
  </details>
);

/** @param open the first one is shown at once */
export const Documents = ({
  documents,
  open = false,
}: Pick<DecisionBrief, "documents"> & { readonly open?: boolean }) =>
  documents.map((one, index) => <Document key={one.path} {...one} open={open && index === 0} />);
