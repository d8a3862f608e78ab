// One run in one line: title, suggested action, progress, cost.
import { memo } from "react";
import { Link } from "wouter";
import type { RunLine } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";
import { Doing } from "../style/doing.tsx";
import { unitStates } from "../../../src/core/words/states.ts";
import { runLook, Sign } from "../style/sign.tsx";
import { Progress } from "../style/progress.tsx";
import { Since } from "../style/since.tsx";
import { runTitle } from "../words.ts";
import { usageParts } from "../words.ts";
import { evidenceWords } from "../../../src/core/words/evidence.ts";
import {
  briefWords,
  deedOf,
  moreWords,
  shortEvidence,
  progressWords,
  wrongBeside,
} from "./wording.ts";
import { Coded } from "../style/prose.tsx";

type Line = { readonly line: RunLine };

/** What its agents do now: the title of the first one's task, and its deed. */
const AtWork = ({ line: { workers } }: Line) => {
  const [first, ...others] = workers;
  if (first === undefined) return null;
  return (
    <span className="do at-work">
      <Sign of={unitStates.running} />
      <span className="subject two-lines">
        <Coded text={first.label} />
      </span>
      <span className="dim">·</span>
      <Doing job={first} />
      {others.length === 0 ? null : <span className="dim">and {others.length} more</span>}
    </span>
  );
};

/** The suggested action, verb first, as a link to where it is done. */
const Do = ({ line }: Line) => {
  const { tone, verb, text, decide } = deedOf(line);
  const said = (
    <>
      <strong>{verb}</strong>
      {text === "" ? null : (
        <>
          : <Coded text={text} />
        </>
      )}
    </>
  );
  if (tone === "busy") return <AtWork line={line} />;
  if (tone === "dim") return <span className="do dim two-lines">{said}</span>;
  return (
    <Link
      className="do due two-lines"
      href={
        decide === undefined ? runAddress(line.run) : runAddress(decide.run, { decide: decide.key })
      }
      title={`${verb}: ${line.decisions[0]?.question ?? text}`}
    >
      {said}
    </Link>
  );
};

/** The problem in a few words, with details on demand. */
const Wrong = ({ line }: Line) => {
  const wrong = wrongBeside(line);
  const [first] = wrong;
  if (first === undefined) return null;
  return (
    <Link
      className={`wrong ${first.shade}`}
      href={runAddress(line.run)}
      title={wrong.map((one) => `${briefWords(one)}: ${one.full ?? one.text}`).join("\n")}
    >
      {briefWords(first)}
      {wrong.length > 1 ? `, ${moreWords(wrong.slice(1))}` : null}
    </Link>
  );
};

/** Since when it waits, or the time of the last event. */
const When = ({ line }: Line) => {
  const [first] = line.decisions;
  return first === undefined ? (
    <Since at={line.endedAt ?? line.at} ago />
  ) : (
    <>
      waits <Since at={first.since} />
    </>
  );
};

/** `section`: its name; a state in it isn't repeated. */
export const RunRow = memo(({ section, line }: Line & { readonly section: string }) => {
  const look = runLook(line);
  const used = usageParts(line);
  const state = line.state === section ? [] : [look.word];
  const facts = [...state, ...(line.life === "archived" ? ["archived"] : []), line.protocol];
  return (
    <li className="run">
      <Sign of={look} alone />
      <span className="what">
        <Link
          className="run-title two-lines"
          href={runAddress(line.run)}
          title={`${line.title}\n${line.run} in ${line.folder}`}
        >
          <Coded text={runTitle(line)} />{" "}
          {line.name === undefined ? null : <span className="name dim small">{line.name}</span>}
        </Link>
        <Wrong line={line} />
      </span>
      <Do line={line} />
      <span className="facts dim">{facts.join(" · ")}</span>
      <span className="far" title={progressWords(line)}>
        {line.pieces.of === 0 ? null : (
          <>
            <Progress {...line.pieces} words={progressWords(line)} />
            <span className="number">
              {line.begun
                ? `${line.pieces.done} of ${line.pieces.of} done`
                : `${line.pieces.of} planned`}
            </span>
          </>
        )}
      </span>
      <span className="proof number dim" title={evidenceWords(line.evidence)}>
        {shortEvidence(line)}
      </span>
      <span className="cost number dim" title={used.join(", ")}>
        {used.at(-1)}
      </span>
      <span className="when dim number">
        <When line={line} />
      </span>
    </li>
  );
});
