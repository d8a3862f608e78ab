// Why: in one look, whatever is scrolled below: what is going on, what is wrong, what you should do; the rest folds out.
import "./head.css";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { phaseWords } from "../../../../src/core/state-words.ts";
import type { Shown } from "../../../../src/http/answers.ts";
import { runAddress } from "../../address.ts";
import { isOver } from "../../over.ts";
import { Since } from "../../style/since.tsx";
import { Note } from "../node/note.tsx";
import { GoingOn, Workers } from "./going-on.tsx";
import { runMark } from "../../style/mark.ts";
import { Sign } from "../../style/sign.tsx";
import { Wrong, Wrongs } from "./wrong.tsx";
import { Copy } from "../../style/copy.tsx";
import { Coded } from "../../style/prose.tsx";

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
              {run} ({protocol},{" "}
              {good === true ? "done" : good === false ? "ended, not done" : life})
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
    <p className="asked">
      <strong>It waited for:</strong>{" "}
      {decisions.map(({ question }) => question.split("\n", 1)[0]).join(" · ")}
    </p>
  );

const Title = ({
  shown,
  past,
  commands,
}: {
  readonly shown: Shown;
  readonly past: boolean;
  readonly commands: ReactNode;
}) => {
  const mark = runMark(shown.state, shown.life === "archived");
  const facts = [shown.name ?? "", shown.protocol, phaseWords(shown.phase), ...shown.facts].filter(
    (fact) => fact !== "",
  );
  const title = shown.title === "" ? shown.run : shown.title;
  return (
    <div className="title">
      <h1 title={title}>
        <Coded text={title} />
      </h1>
      <span className={`badge ${mark.tone}`}>
        <Sign of={mark} /> {past ? `was ${mark.words}` : mark.words}
      </span>
      <span className="facts dim small">
        {facts.join(" · ")}
        {shown.startedAt === null || past || isOver(shown) ? null : (
          <>
            , {shown.state === "ready" ? "created" : "started"} <Since at={shown.startedAt} ago />
          </>
        )}
      </span>
      {commands}
    </div>
  );
};

/** `todo`: what can be done; null: the past, in which nothing can be done any more. `runner`: what it said last. */
export const Head = ({
  shown,
  past,
  todo,
  commands,
  runner,
}: {
  readonly shown: Shown;
  readonly past: boolean;
  readonly todo: ReactNode;
  readonly commands: ReactNode;
  readonly runner: ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  const fold = (
    <button
      type="button"
      className="plain fold"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      {open ? "Fewer details" : "Details"}
    </button>
  );
  return (
    <>
      <header className="run-head">
        <Title shown={shown} past={past} commands={commands} />
        <GoingOn shown={shown} past={past} fold={fold} />
        <Wrong shown={shown} past={past} open={() => setOpen(true)} />
        {todo ?? <Asked shown={shown} />}
      </header>
      {open ? (
        <section className="head-more" aria-label="Details">
          <Workers shown={shown} past={past} />
          <Wrongs shown={shown} />
          {past ? null : <Note shown={shown} unit={null} told={shown.told} />}
          {runner}
          <Family shown={shown} />
          <p className="small dim id">
            {shown.run} <Copy text={shown.run} name="run id" /> in {shown.folder}{" "}
            <Copy text={shown.folder} name="folder" />
          </p>
        </section>
      ) : null}
    </>
  );
};
