// Line of a run's head with the next action: the open question, else advice.
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { Waits } from "../../waits.tsx";
import { Prose } from "../../style/prose.tsx";
import { nodeName } from "../../../../src/core/words/work-nodes.ts";
import { capital, count, firstLine } from "../../words.ts";
import { advice, failedIn } from "./head-words.ts";

/** A question about a failed task stands below in full, with the reason. */
const Asked = ({ shown }: { readonly shown: RunAnswer }) => {
  const { decisions } = shown;
  const [first] = decisions;
  if (first === undefined) return null;
  const failed = failedIn(shown, first);
  const text =
    failed === undefined
      ? firstLine(first.question)
      : `${capital(nodeName(failed))} failed. What now?`;
  return (
    <>
      <strong className="wait">Answer:</strong> <Prose text={text} />
      {decisions.length > 1 ? ` · and ${count(decisions.length - 1, "more question")}` : null}
    </>
  );
};

export const ToDo = ({ shown }: { readonly shown: RunAnswer }) => {
  const { tone, what, text } = advice(shown);
  const [first] = shown.decisions;
  return (
    <p className="todo line">
      <span className={`mark ${shown.decisions.length > 0 ? "wait" : tone}`} aria-hidden="true">
        {shown.decisions.length > 0 ? "◆" : "→"}
      </span>
      <span className="sentence" title={shown.decisions.length > 0 ? undefined : text}>
        {shown.decisions.length > 0 ? (
          <Asked shown={shown} />
        ) : (
          <>
            <strong className={tone}>{what}.</strong> <Prose text={text} />
          </>
        )}
      </span>
      {first === undefined ? null : <Waits run={first.run} decision={first.key} />}
    </p>
  );
};
