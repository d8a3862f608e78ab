// One event in full, with links to the run and its files at that time.
import { useState } from "react";
import { Link } from "wouter";
import type { LogLine } from "../../../../src/http/answers.ts";
import { useLogEvent } from "../../api/queries.ts";
import { Trouble } from "../../style/trouble.tsx";
import { useAddress } from "../../address.ts";

/** Characters shown by default. */
const most = 8_000;

const Data = ({ data }: { readonly data: unknown }) => {
  const [all, setAll] = useState(false);
  const text = JSON.stringify(data, null, 2) ?? "";
  return (
    <>
      <pre>{all ? text : text.slice(0, most)}</pre>
      {all || text.length <= most ? null : (
        <button type="button" onClick={() => setAll(true)}>
          Show {(text.length - most).toLocaleString("en")} more characters
        </button>
      )}
    </>
  );
};

export const LedgerEvent = ({ run, line }: { readonly run: string; readonly line: LogLine }) => {
  const { data: event, error } = useLogEvent(run, line.version);
  const { link } = useAddress();
  const { version, fence, job } = line;
  return (
    <div className="event">
      <p className="ways">
        <Link href={link({ at: version, tab: null, event: null })}>Run at this event</Link>
        {version > 1 ? (
          <Link href={link({ at: version - 1, tab: null, event: null })}>Run just before it</Link>
        ) : null}
        {fence === null ? null : (
          <Link href={link({ tab: "work", attempt: fence, event: null })}>Its job</Link>
        )}
      </p>
      {line.told === "" ? null : <p className="whole">{line.told}</p>}
      {error === null ? null : <Trouble error={error} />}
      {event === undefined ? (
        <p className="dim small">Loading …</p>
      ) : (
        <>
          <Data data={event.data} />
          <dl className="small dim">
            <div>
              <dt>by</dt>
              <dd>{line.by}</dd>
            </div>
            {job === null ? null : (
              <div>
                <dt>job</dt>
                <dd>
                  {job}, lease {fence}
                </dd>
              </div>
            )}
            <div>
              <dt>cause</dt>
              <dd>{event.cause}</dd>
            </div>
            <div>
              <dt>hash</dt>
              <dd>{event.hash}</dd>
            </div>
          </dl>
        </>
      )}
    </div>
  );
};
