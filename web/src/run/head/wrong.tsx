// Problems of a run, the worst first, each with a link to its place.
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { Advice } from "../../style/advice.tsx";
import { Prose } from "../../style/prose.tsx";
import { pageWords } from "../../act/page-words.ts";
import type { WrongLine } from "../../../../src/core/words/wrong-lines.ts";
import { useAddress, useNodeLink } from "../../address.ts";
import { moreWords } from "../../runs/wording.ts";
import { capital } from "../../words.ts";
import { failedIn, problemsOf } from "./head-words.ts";

const signs: Readonly<Partial<Record<WrongLine["shade"], string>>> = { bad: "✖", doubt: "?" };

/** `open`: shown in full. */
const Sentence = ({ line, open }: { readonly line: WrongLine; readonly open: boolean }) => {
  const { shade, what, text, node, name, file, full = text } = line;
  const { link } = useAddress();
  const nodeLink = useNodeLink();
  const begin = name === undefined ? capital(what) : capital(name);
  const said = open ? <Advice text={full} /> : <Prose text={pageWords(text)} />;
  return (
    <>
      <span className={`mark ${shade}`} aria-hidden="true">
        {signs[shade] ?? "▲"}
      </span>
      <span className="sentence" title={pageWords(full)}>
        <strong className={shade}>
          {node === undefined ? begin : <Link href={nodeLink(node)}>{begin}</Link>}
          {name === undefined ? ":" : ` ${what}:`}
        </strong>{" "}
        {what === "checks" ? <Link href={link({ tab: "changes", node: null })}>{said}</Link> : said}
        {file === undefined ? null : (
          <>
            {" "}
            <Link href={link({ tab: "files", file, artifact: null })}>{file}</Link>
          </>
        )}
      </span>
    </>
  );
};

/** The worst in a line; `open` shows all. What a question below is about is told there. */
export const Wrong = ({
  shown,
  past,
  open,
}: {
  readonly shown: RunAnswer;
  readonly past: boolean;
  readonly open: () => void;
}) => {
  const asked = past ? [] : shown.decisions.map((decision) => failedIn(shown, decision)?.id);
  const all = problemsOf(shown).filter(
    ({ what, node }) => what !== "failed" || !asked.includes(node),
  );
  const [first] = all;
  return first === undefined ? null : (
    <div className="wrong line">
      <Sentence line={first} open={false} />
      {all.length > 1 ? (
        <button type="button" className="plain fold" onClick={open}>
          and {moreWords(all.slice(1))}
        </button>
      ) : null}
    </div>
  );
};

export const Wrongs = ({ shown }: { readonly shown: RunAnswer }) => (
  <ul className="wrongs">
    {problemsOf(shown).map((line) => (
      <li key={`${line.what} ${line.node ?? ""} ${line.text}`} className="wrong">
        <Sentence line={line} open />
      </li>
    ))}
  </ul>
);
