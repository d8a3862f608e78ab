// Head of a run's page: activity, problems and next steps; details on request.
import "./head.css";
import { useState } from "react";
import { Link } from "wouter";
import { phaseWords } from "../../../../src/core/words/states.ts";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { runAddress } from "../../address.ts";
import { isOver } from "../../../../src/core/over.ts";
import { firstLine, runTitle } from "../../words.ts";
import { Since } from "../../style/since.tsx";
import { Note } from "../node/note.tsx";
import { Commands } from "../../act/commands.tsx";
import { RunnerWords } from "../../act/runner.tsx";
import { ToDo } from "./to-do.tsx";
import { GoingOn } from "./going-on.tsx";
import { Badge, runLook } from "../../style/sign.tsx";
import { Wrong, Wrongs } from "./wrong.tsx";
import { Advice } from "../../style/advice.tsx";
import { Copy } from "../../style/copy.tsx";
import { Coded } from "../../style/prose.tsx";

const Family = ({ shown }: { readonly shown: RunAnswer }) => {
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

/** For the past: what it waited for. */
const Asked = ({ shown: { decisions } }: { readonly shown: RunAnswer }) =>
  decisions.length === 0 ? null : (
    <p className="asked">
      <strong>It waited for:</strong>{" "}
      {decisions.map(({ question }) => firstLine(question)).join(" · ")}
    </p>
  );

const Title = ({ shown, past }: { readonly shown: RunAnswer; readonly past: boolean }) => {
  const facts = [
    shown.life === "archived" ? "archived" : "",
    shown.name ?? "",
    shown.protocol,
    phaseWords(shown.phase),
    ...shown.facts,
  ].filter((fact) => fact !== "");
  const title = runTitle(shown);
  return (
    <div className="title">
      <h1 className="two-lines" title={title}>
        <Coded text={title} />
      </h1>
      <Badge of={runLook(shown)} past={past} />
      <span className="facts dim small two-lines">
        {facts.join(" · ")}
        {shown.startedAt === null || past || isOver(shown.life) ? null : (
          <>
            , {shown.state === "not started" ? "created" : "started"}{" "}
            <Since at={shown.startedAt} ago />
          </>
        )}
      </span>
      {past ? null : <Commands shown={shown} />}
    </div>
  );
};

export const Head = ({ shown, past }: { readonly shown: RunAnswer; readonly past: boolean }) => {
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
        <Title shown={shown} past={past} />
        <GoingOn shown={shown} past={past} fold={fold} />
        <Wrong shown={shown} past={past} open={() => setOpen(true)} />
        {past ? <Asked shown={shown} /> : <ToDo shown={shown} />}
      </header>
      {open ? (
        <section className="head-more" aria-label="Details">
          <Wrongs shown={shown} />
          {past ? null : <Note shown={shown} unit={null} note={shown.told} />}
          {past ? null : <RunnerWords shown={shown} />}
          <Family shown={shown} />
          {past ? null : (
            <p className="small dim">
              <Advice
                text={`Rarer commands are typed: \`cairn send ${shown.run} COMMAND\`; \`cairn schema\` lists them.`}
              />
            </p>
          )}
          <p className="small dim id">
            {shown.run} <Copy text={shown.run} name="run id" /> in {shown.folder}{" "}
            <Copy text={shown.folder} name="folder" />
          </p>
        </section>
      ) : null}
    </>
  );
};
