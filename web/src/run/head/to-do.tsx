// Line of a run's head with the next action: the open question, else advice.
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { nodeName } from "../../../../src/core/words/work-nodes.ts";
import { Waits } from "../../waits.tsx";
import { Prose } from "../../style/prose.tsx";
import { capital, count, firstLine } from "../../words.ts";
import { advice, failedIn } from "./head-words.ts";

/** A question about a failed task stands below in full, with the reason. */
const askedText = (shown: RunAnswer, asked: RunAnswer["decisions"][number]): string => {
  const failed = failedIn(shown, asked);
  const others = shown.decisions.length - 1;
  const text =
    failed === undefined
      ? firstLine(asked.question)
      : `${capital(nodeName(failed))} failed. What now?`;
  return others === 0 ? text : `${text} · and ${count(others, "more question")}`;
};

export const ToDo = ({ shown }: { readonly shown: RunAnswer }) => {
  const [asked] = shown.decisions;
  const { tone, what, text } =
    asked === undefined
      ? advice(shown)
      : { tone: "wait", what: "Answer", text: askedText(shown, asked) };
  return (
    <p className="todo line">
      <span className={`mark ${tone}`} aria-hidden="true">
        {asked === undefined ? "→" : "◆"}
      </span>
      <span className="sentence" title={text}>
        <strong className={tone}>{asked === undefined ? `${what}.` : `${what}:`}</strong>{" "}
        <Prose text={text} />
      </span>
      {asked === undefined ? null : <Waits run={asked.run} decision={asked.key} />}
    </p>
  );
};
