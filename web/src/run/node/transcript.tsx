// Live transcript of an attempt, or the raw output of its program.
import "./transcript.css";
import { useMemo, useState } from "react";
import { entriesOf, type TranscriptEntry } from "../../../../src/core/agents/transcript.ts";
import { type EntryWords, entryWords } from "../../../../src/core/words/transcript.ts";
import { useTranscript } from "../../api/transcript.ts";
import { Copy } from "../../style/copy.tsx";
import { Markdown } from "../../style/markdown.tsx";
import { Pending } from "../../style/trouble.tsx";
import { firstLine } from "../../words.ts";
import { plain } from "../../style/plain.ts";
import { Earlier, JobOutput } from "./output.tsx";
import { Scrollable } from "../../style/scrollable.tsx";
import { useFollow } from "./use-follow.ts";

/** Entries shown initially, and added by "more". */
const shownFirst = 200;
const shownMost = 5_000;

const tones: Readonly<Record<EntryWords["tone"], string>> = {
  said: "",
  dim: "dim",
  good: "good",
  bad: "bad",
  busy: "busy",
};

const Entry = ({ entry }: { readonly entry: TranscriptEntry }) => {
  const { word, text, note, tone } = entryWords(entry);
  if ("end" in entry)
    return (
      <li className="call">
        <span className="dim">{word}</span>
        <span className="what">
          <code title={text}>{firstLine(plain(text))}</code>
          {entry.is === "ran" ? <Copy text={plain(text)} name="command" /> : null}
        </span>
        <span className={`number ${tones[tone]}`}>{tone === "busy" ? "under way" : note}</span>
      </li>
    );
  return (
    <li className={entry.is}>
      <span className="dim">{word}</span>
      <div className={`words ${tones[tone]}`}>
        {entry.is === "said" ? <Markdown text={plain(text)} /> : `${plain(text)} ${note}`.trim()}
      </div>
    </li>
  );
};

const Brief = ({ text }: { readonly text: string }) => (
  <details className="brief">
    <summary>Brief</summary>
    <pre>{plain(text)}</pre>
  </details>
);

type Props = { readonly run: string; readonly fence: number; readonly label: string };

const Steps = ({ run, fence, label }: Props) => {
  const { data, error } = useTranscript(run, fence);
  const [whole, setWhole] = useState(false);
  const followed = useFollow<HTMLDivElement>(data?.over === false);
  const entries = useMemo(() => entriesOf(data?.events ?? []), [data?.events]);
  if (data === undefined) return <Pending className="small dim" error={error} />;
  const left = Math.max(0, entries.length - (whole ? shownMost : shownFirst));
  return (
    <Scrollable className="transcript" {...followed} label={label}>
      {data.brief === null ? null : <Brief text={data.brief} />}
      {data.cut === 0 ? null : (
        <p className="small dim">
          Its first {data.cut} steps aren't held here: show its raw output.
        </p>
      )}
      {left === 0 ? null : (
        <Earlier words={String(left)} onShow={whole ? null : () => setWhole(true)} />
      )}
      {entries.length === 0 ? (
        <p className="small dim">
          {data.over ? "It did nothing that was kept." : "Nothing is heard of it yet."}
        </p>
      ) : (
        <ol>
          {entries.slice(left).map((entry, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries are only added at the end
            <Entry key={left + index} entry={entry} />
          ))}
        </ol>
      )}
    </Scrollable>
  );
};

/** The actions of an attempt; a check has no agent, only output. */
export const JobTranscript = ({
  run,
  fence,
  label,
  agent,
}: Props & { readonly agent: boolean }) => {
  const [raw, setRaw] = useState(false);
  if (!agent) return <JobOutput run={run} fence={fence} label={label} />;
  return (
    <>
      {raw ? (
        <JobOutput run={run} fence={fence} label={label} />
      ) : (
        <Steps run={run} fence={fence} label={label} />
      )}
      <p className="small">
        <button type="button" className="plain" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? "Show steps" : "Show raw output"}
        </button>
      </p>
    </>
  );
};
