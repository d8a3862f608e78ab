// Why: whoever decided something sees the work go on from here, and reads why it stopped, without looking for a terminal.
import { type ReactNode, useId, useState } from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { useDrive, useRest } from "../api/mutations.ts";
import { Since } from "../style/since.tsx";
import { Noes } from "./fields.tsx";
import { type No, noes } from "./noes.ts";
import { say } from "./said.ts";

/** Lines in sight; the rest on request. */
const most = 3;

const Words = ({ words, children }: { readonly words: readonly string[]; readonly children: ReactNode }) =>
  words.length === 0 ? null : (
    <div className="runner-words small">
      <p className="dim">{children}:</p>
      <pre>{words.slice(-most).join("\n")}</pre>
      {words.length > most ? (
        <details>
          <summary className="dim">all that it said</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
          <pre tabIndex={0} aria-label="all that the runner said">
            {words.join("\n")}
          </pre>
        </details>
      ) : null}
    </div>
  );

/** Its buttons stand in a row with others; what it says, below them. */
export const Runner = ({ shown }: { readonly shown: Shown }) => {
  const { run, runner, elsewhere, lastWords } = shown;
  const [drive, rest] = [useDrive(run), useRest(run)];
  const [found, setFound] = useState<readonly No[]>([]);
  const means = useId();
  const act = async (what: typeof drive, text: string): Promise<void> => {
    if (what.isPending) return;
    try {
      await what.mutateAsync();
      setFound([]);
      say({ tone: "good", text, lines: [] });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setFound(noes(error, []));
    }
  };
  const first = shown.decisions.length === 0 && shown.lacks === null;
  return (
    <>
      {runner !== null ? (
        <button type="button" aria-describedby={means} onClick={() => void act(rest, "the runner was asked to stop")}>
          stop the runner
        </button>
      ) : shown.needsRunner ? (
        <button
          type="button"
          className={first ? "first" : undefined}
          title="a runner begins what is due, and goes on until somebody is needed"
          aria-disabled={drive.isPending}
          onClick={() => void act(drive, "a runner was started")}
        >
          go on with it
        </button>
      ) : null}
      <div className="runner" role={found.length > 0 ? "alert" : undefined}>
        <Noes noes={found} />
        {runner === null ? null : (
          <>
            <p className="small dim" id={means}>
              a runner has been at work for <Since at={runner.since} />; stopped, it begins nothing more, and jobs that are under way go on
            </p>
            <Words words={runner.words}>it says</Words>
          </>
        )}
        {elsewhere === null ? null : (
          <p className="small dim">
            a runner that was begun elsewhere (process {elsewhere.pid}
            {shown.parent === null ? "" : ", which may be that of the run that started this one"}) has been at work for{" "}
            <Since at={elsewhere.since} />; it is stopped there
          </p>
        )}
        {lastWords === undefined ? null : (
          <Words words={lastWords.words}>
            the last runner stopped <Since at={lastWords.at} ago />, and said
          </Words>
        )}
      </div>
    </>
  );
};
