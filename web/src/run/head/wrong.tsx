// Why: what is wrong is told in whole sentences, the worst first, each leading to where it can be looked at.
import { useState } from "react";
import { Link } from "wouter";
import type { Shown } from "../../../../src/http/answers.ts";
import { Prose } from "../../style/prose.tsx";
import { useNodeLink } from "../node-link.ts";
import { wrongs } from "./head-words.ts";

/** Lines shown at once. */
const most = 4;

export const Wrong = ({ shown, past }: { readonly shown: Shown; readonly past: boolean }) => {
  const [whole, setWhole] = useState(false);
  const link = useNodeLink();
  const all = wrongs(shown);
  return (
    <section className="wrong">
      <h2>{past ? "What was wrong" : "What is wrong"}</h2>
      {all.length === 0 ? (
        <p>
          <span className="mark good" aria-hidden="true">
            ✔
          </span>
          {shown.decisions.length === 0 ? "Nothing that is known." : "Nothing, apart from what is asked."}
        </p>
      ) : (
        <ul>
          {all.slice(0, whole ? all.length : most).map(({ tone, what, text, node }) => (
            <li key={`${what} ${node ?? ""} ${text}`}>
              <span className={`mark ${tone}`} aria-hidden="true">
                {tone === "bad" ? "✖" : "▲"}
              </span>
              <span>
                <strong className={tone}>{what}:</strong> {node === undefined ? null : <Link href={link(node)}>{node}</Link>}{" "}
                <Prose text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {all.length > most ? (
        <button type="button" className="plain" onClick={() => setWhole(!whole)}>
          {whole ? "show less" : `and ${all.length - most} more`}
        </button>
      ) : null}
    </section>
  );
};
