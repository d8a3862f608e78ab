// Why: whoever decided something sees the work go on from here, and reads why it stopped, without looking for a terminal.
import type { ReactNode } from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { useDrive, useRest } from "../api/mutations.ts";
import { Since } from "../style/since.tsx";
import { driveLabel } from "../run/head/head-words.ts";
import { noes } from "./noes.ts";
import { printedWords } from "./page-words.ts";
import { say } from "./said.ts";

/** Lines in sight; the rest on request. */
const most = 3;

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
      <pre>{words.slice(-most).join("\n")}</pre>
      {words.length > most ? (
        <details>
          <summary className="dim">All that it said</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
          <pre tabIndex={0} aria-label="All that the runner said">
            {words.join("\n")}
          </pre>
        </details>
      ) : null}
    </div>
  );
};

/** What drives it, and what that said. */
export const RunnerWords = ({
  shown: { runner, elsewhere, parent, lastWords },
}: {
  readonly shown: Shown;
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

type Asking = { readonly isPending: boolean; readonly mutateAsync: () => Promise<unknown> };

const asked = async (what: Asking, text: string): Promise<void> => {
  if (what.isPending) return;
  try {
    await what.mutateAsync();
    say({ tone: "good", text, lines: [] });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [first, ...more] = noes(error, []);
    say({
      tone: "bad",
      text: first?.text ?? error.message,
      lines: [first?.fits ?? "", ...more.map((one) => one.text)].filter((line) => line !== ""),
    });
  }
};
/** Its button stands in a row with others. */
export const Runner = ({ shown }: { readonly shown: Shown }) => {
  const { run, runner } = shown;
  const [drive, rest] = [useDrive(run), useRest(run)];
  if (runner !== null)
    return (
      <button
        type="button"
        title="It starts nothing more; jobs under way continue."
        onClick={() => void asked(rest, "The runner was asked to stop.")}
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
      aria-disabled={drive.isPending}
      onClick={() => void asked(drive, "A runner was started.")}
    >
      {driveLabel(shown)}
    </button>
  );
};
