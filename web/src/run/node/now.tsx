// Newest step of the active agent, in one line.
import { entriesOf } from "../../../../src/core/transcript.ts";
import { entryWords } from "../../../../src/core/transcript-words.ts";
import { type Attempt, courseOf } from "../../attempts.ts";
import { useTranscript } from "../../api/transcript.ts";
import { plain } from "../plain.ts";

const Step = ({ run, fence }: { readonly run: string; readonly fence: number }) => {
  const { data } = useTranscript(run, fence);
  const entries = entriesOf(data?.events ?? []);
  const last = entries.at(-1);
  if (last === undefined) return <p className="now dim">Now: nothing is heard of it yet</p>;
  const { word, text } = entryWords(last);
  const lines = plain(text)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return (
    <p className="now" title={plain(text)}>
      <span className="busy">Now:</span> {word}{" "}
      <span>{(last.is === "said" ? lines.at(-1) : lines[0]) ?? ""}</span>{" "}
      {entries.length > 1 ? <span className="dim">(step {entries.length})</span> : null}
    </p>
  );
};

/** @param live fences of current leases; null: in the past */
export const Now = ({
  run,
  attempts,
  live,
}: {
  readonly run: string;
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
}) => {
  const at =
    live === null
      ? undefined
      : attempts.find((one) => one.kind !== "check" && courseOf(one, live) === "live");
  return at === undefined ? null : <Step key={at.fence} run={run} fence={at.fence} />;
};
