// One decision with its context and answers.
import { type KeyboardEvent, useId, useState } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { runAddress } from "../address.ts";
import { useDecision } from "../api/queries.ts";
import { failedIn } from "../run/head/head-words.ts";
import { Prose } from "../style/prose.tsx";
import { Waits } from "../waits.tsx";
import { Answer, type Option } from "./answer.tsx";
import { CheckAgain } from "./check-again.tsx";
import { BriefView } from "./decision-brief.tsx";
import { PlanEdit } from "./plan-edit.tsx";

type Decision = RunAnswer["decisions"][number];

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** Arrow keys move between answers. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll("button")];
  const at = all.findIndex((one) => one === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  all.at((at + step) % all.length)?.focus();
};

const Question = ({
  shown,
  decision: { run, key, question },
  id,
}: {
  readonly shown: RunAnswer;
  readonly decision: Decision;
  readonly id: string;
}) => {
  const [first = "", ...rest] = question.split("\n");
  return (
    <>
      <h3>
        <span id={id}>
          <Prose text={first} />
        </span>{" "}
        <Waits run={run} decision={key} />
      </h3>
      {rest.length === 0 ? null : (
        <p className="question">
          <Prose text={rest.join("\n").trim()} />
        </p>
      )}
      {run === shown.run ? null : (
        <p className="small dim">
          Asked by <Link href={runAddress(run)}>{run}</Link>, which this run started.
        </p>
      )}
    </>
  );
};

type ChoiceProps = {
  readonly label: string;
  readonly means: string;
  readonly onChoose: () => void;
};

const Choice = ({ label, means, onChoose }: ChoiceProps) => (
  <>
    <button type="button" onClick={onChoose}>
      {label}
    </button>
    <span>
      <Prose text={means} />
    </span>
  </>
);

type DecisionCardProps = {
  readonly shown: RunAnswer;
  readonly decision: Decision;
  /** The answer that the address proposes. */
  readonly proposal: string | null;
  readonly onAnswered: () => void;
};

export const DecisionCard = ({ shown, decision, proposal, onAnswered }: DecisionCardProps) => {
  const [choice, setChoice] = useState<string | null | undefined>(proposal ?? undefined);
  const [editing, setEditing] = useState(false);
  const { data, error } = useDecision(shown.run, decision.run, decision.key);
  const label = useId();
  const recommended = decision.options.find((option) => option.recommended)?.id ?? null;
  const open = choice === undefined ? recommended : choice;
  const unit = decision.options.find(({ mends }) => mends !== undefined)?.mends;
  const rewrite = data?.rewrite ?? null;
  const plan = rewrite !== null && "command" in rewrite ? rewrite : null;
  // The usual answer comes first, those that end or take back work last.
  const going = decision.options.filter(({ ends }) => ends !== true);
  const first = going.find(({ id }) => id === recommended) ?? going[0];
  const others = going.filter((option) => option !== first);
  const ending = decision.options.filter(({ ends }) => ends === true);
  const item = (option: Option) => (
    <li key={option.id}>
      {option.id !== open ? (
        <Choice {...option} onChoose={() => setChoice(option.id)} />
      ) : (
        <Answer
          focus={choice !== undefined}
          page={shown.run}
          decision={decision}
          option={option}
          onClose={() => setChoice(null)}
          onAnswered={onAnswered}
        />
      )}
    </li>
  );
  return (
    <article className="decision" aria-labelledby={label} data-decision={decision.key}>
      <Question shown={shown} decision={decision} id={label} />
      {editing && plan !== null ? (
        <PlanEdit
          run={decision.run}
          {...plan}
          fields={data?.fields ?? {}}
          onClose={() => setEditing(false)}
        />
      ) : null}
      <ul className="choices" aria-label="Answers" onKeyDown={moveFocus}>
        {first === undefined ? null : item(first)}
        {unit === undefined ? null : <CheckAgain run={decision.run} unit={unit} />}
        {others.map(item)}
        {plan === null || editing ? null : (
          <li>
            <Choice
              label="Edit plan"
              means="Change it part by part. You are asked about the new plan."
              onChoose={() => setEditing(true)}
            />
          </li>
        )}
        {ending.map(item)}
      </ul>
      {editing ? null : (
        <BriefView
          data={data}
          error={error}
          run={shown.run}
          failed={failedIn(shown, decision)?.id}
        />
      )}
    </article>
  );
};
