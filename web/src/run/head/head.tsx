// Why: within a minute's look: what is going on, what is wrong, what you should do; the graph comes after it.
import "./head.css";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Shown } from "../../../../src/http/answers.ts";
import { runAddress } from "../../address.ts";
import { isOver } from "../../over.ts";
import { Since } from "../../style/since.tsx";
import { GoingOn } from "./going-on.tsx";
import { standingOf } from "./head-words.ts";
import { Wrong } from "./wrong.tsx";

const Family = ({ shown }: { readonly shown: Shown }) => {
  const { parent, children } = shown;
  if (parent === null && children.length === 0) return null;
  return (
    <p className="family small dim">
      {parent === null ? null : (
        <span>
          started by <Link href={runAddress(parent)}>{parent}</Link>
        </span>
      )}
      {children.length === 0 ? null : (
        <span>
          started{" "}
          {children.map(({ run, protocol, life, good }) => (
            <Link key={run} href={runAddress(run)}>
              {run} ({protocol}, {good === true ? "done" : good === false ? "ended, not done" : life})
            </Link>
          ))}
        </span>
      )}
    </p>
  );
};

/** Of the past: what it waited for. */
const Asked = ({ shown: { decisions } }: { readonly shown: Shown }) =>
  decisions.length === 0 ? null : (
    <section>
      <h2>What it waited for</h2>
      <ul>
        {decisions.map(({ run, key, question }) => (
          <li key={`${run} ${key}`} className="question">
            {question}
          </li>
        ))}
      </ul>
    </section>
  );

/** `todo`: what can be done; null: the past, in which nothing can be done any more. */
export const Head = ({ shown, past, todo }: { readonly shown: Shown; readonly past: boolean; readonly todo: ReactNode }) => {
  const { mark, tone, words } = standingOf(shown, past);
  const over = isOver(shown);
  const facts = [shown.protocol, shown.phase, ...shown.facts].filter((fact) => fact !== "");
  return (
    <header className="run-head">
      <div className="title">
        <h1>{shown.title === "" ? shown.run : shown.title}</h1>
        <p className="facts">
          <span className={`badge ${tone}`}>
            <span aria-hidden="true">{mark}</span> {words}
          </span>
          <span className="dim">{facts.join(" · ")}</span>
          <span className="dim small id" title={shown.folder}>
            {shown.run}
            {shown.startedAt === null || past || over ? null : (
              <>
                , begun <Since at={shown.startedAt} ago />
              </>
            )}
          </span>
        </p>
        <Family shown={shown} />
      </div>
      <div className="answers">
        <GoingOn shown={shown} past={past} />
        <Wrong shown={shown} past={past} />
        {todo === null ? <Asked shown={shown} /> : <section className="todo">{todo}</section>}
      </div>
    </header>
  );
};
