// Why: whoever decided something sees the work go on from here, and reads why it stopped, without looking for a terminal.
import { useState } from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { useDrive, useRest } from "../api/mutations.ts";
import { Since } from "../style/since.tsx";
import { Noes } from "./fields.tsx";
import { type No, noes } from "./noes.ts";
import { say } from "./said.ts";

/** Lines in sight; the rest on request. */
const most = 3;

const Words = ({ words, about }: { readonly words: readonly string[]; readonly about: string }) =>
  words.length === 0 ? null : (
    <div className="runner-words small">
      <p className="dim">{about}:</p>
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
  const { run, runner, life, lastWords = [] } = shown;
  const [drive, rest] = [useDrive(run), useRest(run)];
  const [found, setFound] = useState<readonly No[]>([]);
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
  const due = shown.jobs.some(({ is }) => is === "ready" || is === "doubt");
  const asked = shown.decisions.length > 0;
  return (
    <>
      {runner !== null ? (
        <button
          type="button"
          title="the runner lets go; jobs under way go on by themselves"
          onClick={() => void act(rest, "the runner was asked to let go")}
        >
          let go
        </button>
      ) : life === "live" && (due || !asked) ? (
        <button
          type="button"
          className={due && !asked ? "first" : undefined}
          title="a runner begins what is due, and goes on until somebody is needed"
          aria-disabled={drive.isPending}
          onClick={() => void act(drive, "a runner was started")}
        >
          go on with it
        </button>
      ) : null}
      <div className="runner" role={found.length > 0 ? "alert" : undefined}>
        <Noes noes={found} />
        {runner === null ? (
          <Words words={lastWords} about="the runner's last words" />
        ) : (
          <p className="small dim">
            a runner has been at work for <Since at={runner.since} />
          </p>
        )}
        {runner === null ? null : <Words words={runner.words} about="it says" />}
      </div>
    </>
  );
};
