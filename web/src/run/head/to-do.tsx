// Line of a run's head with the next action: the open question, else what the run needs.
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { isToMerge } from "../../../../src/core/words/wrong-lines.ts";
import { isOver } from "../../../../src/core/over.ts";
import { Waits } from "../../waits.tsx";
import { deedOf } from "../../runs/wording.ts";
import { Prose } from "../../style/prose.tsx";
import { driveLabel, problemsOf } from "./head-words.ts";

const nextFor = (shown: RunAnswer) => {
  const { idle, lacks, decisions } = shown;
  if (idle && lacks !== null && decisions.length === 0)
    return {
      tone: "wait",
      verb: "Assign agents",
      text: `the line above says how. Then press ${driveLabel(shown)}.`,
    };
  const toMerge = isOver(shown.life) && shown.state !== "not done" && isToMerge(shown);
  // Who is at work stands in the line above.
  const workers =
    shown.state === "running"
      ? []
      : shown.jobs.flatMap(({ is, subject }) => (is === "running" ? [{ label: subject }] : []));
  return deedOf({ ...shown, toMerge, workers, wrong: problemsOf(shown) });
};

export const ToDo = ({ shown }: { readonly shown: RunAnswer }) => {
  const [asked] = shown.decisions;
  const { tone, verb, text } = nextFor(shown);
  return (
    <p className="todo line">
      <span className={`mark ${tone}`} aria-hidden="true">
        {asked === undefined ? "→" : "◆"}
      </span>
      <span className="sentence" title={text}>
        <strong className={tone}>{text === "" ? `${verb}.` : `${verb}:`}</strong>{" "}
        <Prose text={text} />
      </span>
      {asked === undefined ? null : <Waits run={asked.run} decision={asked.key} />}
    </p>
  );
};
