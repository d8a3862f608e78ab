// Why: what you should do stands in one place: the questions first, else what would help it on.
import type { ReactNode } from "react";
import type { Shown } from "../../../../src/http/answers.ts";
import { advice } from "./head-words.ts";

/** `decisions`: where they are answered; `commands`: what else can be done. */
export const ToDo = ({
  shown,
  decisions,
  commands,
}: {
  readonly shown: Shown;
  readonly decisions: ReactNode;
  readonly commands: ReactNode;
}) => {
  const { tone, what, text } = advice(shown);
  return (
    <>
      <h2>What you should do</h2>
      {shown.decisions.length > 0 ? (
        <div className="asks">{decisions}</div>
      ) : (
        <p>
          <strong className={tone}>
            {what}
            {what.startsWith("Nothing") ? ":" : "."}
          </strong>{" "}
          {text}
        </p>
      )}
      {commands}
    </>
  );
};
