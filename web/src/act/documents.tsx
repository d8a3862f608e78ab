// Why: whoever decides reads what is asked about beside the question, as it was meant to be read.
import type { DecisionBrief } from "../../../src/http/answers.ts";
import { Markdown } from "../style/markdown.tsx";
import { lastPart } from "../words.ts";

const Document = ({ path, text, cut, open }: DecisionBrief["documents"][number] & { readonly open: boolean }) => (
  <details className="document" open={open}>
    <summary title={path}>{lastPart(path)}</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
    <div className="known" tabIndex={0} role="group" aria-label={path}>
      {path.endsWith(".md") ? <Markdown text={text} /> : <pre>{text}</pre>}
      {cut ? <p className="small dim">It is longer: the Files tab has all of it.</p> : null}
    </div>
  </details>
);

export const Documents = ({ documents }: Pick<DecisionBrief, "documents">) =>
  documents.map((one, index) => <Document key={one.path} {...one} open={index === 0} />);
