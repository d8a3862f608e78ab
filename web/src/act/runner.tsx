// Runner of a run: its start and stop button, and its output.
import type { ReactNode } from "react";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { useRunner } from "../api/mutations.ts";
import { Since } from "../style/since.tsx";
import { driveLabel } from "../run/head/head-words.ts";
import type { FieldError } from "./field-errors.ts";
import { printedWords } from "./page-words.ts";
import { showToast } from "../style/toast-store.ts";
import { useRequest } from "./use-request.ts";

const Words = ({
  lines,
  children,
}: {
  readonly lines: readonly string[];
  readonly children: ReactNode;
}) => {
  const words = printedWords(lines);
  return words.length === 0 ? null : (
    <div className="runner-words small">
      <p className="dim">{children}:</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre tabIndex={0} aria-label="What the runner said">
        {words.join("\n")}
      </pre>
    </div>
  );
};

/** The runner's state and output. */
export const RunnerWords = ({
  shown: { runner, elsewhere, parent, lastWords },
}: {
  readonly shown: RunAnswer;
}) => (
  <div className="runner">
    {runner === null ? null : (
      <>
        <p className="small dim">
          A runner has been at work for <Since at={runner.since} />. If you stop it, it starts
          nothing more; jobs under way continue.
        </p>
        <Words lines={runner.words}>The runner says</Words>
      </>
    )}
    {elsewhere === null ? null : (
      <p className="small dim">
        A runner that was started elsewhere (process {elsewhere.pid}
        {parent === null ? "" : ", perhaps that of the run that started this one"}) has been at work
        for <Since at={elsewhere.since} />. Stop it there.
      </p>
    )}
    {lastWords === undefined ? null : (
      <Words lines={lastWords.words}>
        The last runner stopped <Since at={lastWords.at} ago /> and said
      </Words>
    )}
  </div>
);

const toastErrors = ([first, ...more]: readonly FieldError[], error: Error): void =>
  showToast({
    tone: "bad",
    text: first?.text ?? error.message,
    lines: [first?.fits ?? "", ...more.map(({ text }) => text)].filter((line) => line !== ""),
  });

/** Its button is in a row with others. */
export const Runner = ({ shown }: { readonly shown: RunAnswer }) => {
  const { run, runner } = shown;
  const { ask, busy } = useRequest(useRunner(run));
  const press = async (what: "drive" | "rest", text: string): Promise<void> => {
    const answer = await ask({ ask: what }, { onError: toastErrors });
    if (answer !== null) showToast({ tone: "good", text, lines: [] });
  };
  if (runner !== null)
    return (
      <button
        type="button"
        title="It starts nothing more; jobs under way continue."
        onClick={() => void press("rest", "The runner was asked to stop.")}
      >
        Stop the runner
      </button>
    );
  if (!shown.needsRunner) return null;
  return (
    <button
      type="button"
      className={
        shown.decisions.length === 0 && shown.lacks === null && shown.state !== "running"
          ? "first"
          : undefined
      }
      title="A runner starts what is due, and continues until you are needed."
      aria-disabled={busy}
      onClick={() => void press("drive", "A runner was started.")}
    >
      {driveLabel(shown)}
    </button>
  );
};
