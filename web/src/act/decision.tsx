// A question, its answers, and all that there is to know before it is answered.
import { type KeyboardEvent, useId, useState } from "react";
import { Link } from "wouter";
import type { Shown } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";
import { useDecision } from "../api/queries.ts";
import { Prose } from "../style/prose.tsx";
import { Waits } from "../waits.tsx";
import { Answer } from "./answer.tsx";
import { offeredOrder, type Option } from "./answer-order.ts";
import { Matter } from "./matter.tsx";
import { Mended } from "./mended.tsx";
import { Rewrite } from "./rewrite.tsx";

type Asked = Shown["decisions"][number];

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** Arrows go from answer to answer. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll("button")];
  const at = all.findIndex((one) => one === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  all.at((at + step) % all.length)?.focus();
};

export const DecisionCard = ({
  shown,
  asked,
  proposed,
  onAnswered,
}: {
  readonly shown: Shown;
  readonly asked: Asked;
  readonly proposed: string | null;
  readonly onAnswered: () => void;
}) => {
  const [picked, setChosen] = useState<string | null | undefined>(proposed ?? undefined);
  const chosen =
    picked === undefined
      ? (asked.options.find(({ recommended }) => recommended)?.id ?? null)
      : picked;
  const [changing, setChanging] = useState(false);
  const { data, error } = useDecision(shown.run, asked.run, asked.key);
  const rewrite = data?.rewrite ?? null;
  const label = useId();
  const [first = "", ...rest] = asked.question.split("\n");
  const offered = offeredOrder(asked.options);
  const stuck = asked.options.find(({ mends }) => mends !== undefined)?.mends;
  const item = (option: Option) => (
    <li key={option.id}>
      {option.id === chosen ? (
        <Answer
          focus={picked !== undefined}
          page={shown.run}
          asked={asked}
          option={option}
          leave={() => setChosen(null)}
          onAnswered={onAnswered}
        />
      ) : (
        <>
          <button
            type="button"
            className={option.ends === true ? "danger" : undefined}
            onClick={() => setChosen(option.id)}
          >
            {option.label}
          </button>
          <span>
            <Prose text={option.means} />
          </span>
        </>
      )}
    </li>
  );
  const [usual, ending] = [
    offered.filter(({ ends }) => ends !== true),
    offered.filter(({ ends }) => ends === true),
  ];
  return (
    <article className="decision" aria-labelledby={label} data-decision={asked.key}>
      <h3>
        <span id={label}>
          <Prose text={first} />
        </span>{" "}
        <Waits run={asked.run} decision={asked.key} />
      </h3>
      {rest.length === 0 ? null : (
        <p className="question">
          <Prose text={rest.join("\n").trim()} />
        </p>
      )}
      {asked.run === shown.run ? null : (
        <p className="small dim">
          Asked by <Link href={runAddress(asked.run)}>{asked.run}</Link>, which this run started.
        </p>
      )}
      {changing && rewrite !== null && "command" in rewrite ? (
        <Rewrite
          shown={shown}
          run={asked.run}
          command={rewrite.command}
          data={rewrite.data}
          leave={() => setChanging(false)}
        />
      ) : null}
      <ul className="choices" aria-label="Answers" onKeyDown={walk}>
        {usual.slice(0, 1).map(item)}
        {stuck === undefined ? null : <Mended run={asked.run} unit={stuck} />}
        {usual.slice(1).map(item)}
        {rewrite === null || !("command" in rewrite) || changing ? null : (
          <li>
            <button type="button" onClick={() => setChanging(true)}>
              Edit plan
            </button>
            <span>Change it part by part. You are asked about the new plan.</span>
          </li>
        )}
        {ending.map(item)}
      </ul>
      {changing ? null : <Matter data={data} error={error} />}
    </article>
  );
};
