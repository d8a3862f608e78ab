// Why: a page that is left open must say whether what it shows still happens, and what to do where it doesn't.
import { useView } from "./address.ts";
import { useOn } from "./api/clock.ts";
import type { LedgerTrouble } from "../../src/http/answers.ts";
import { useRuns } from "./api/queries.ts";
import { useConnection, useTrouble } from "./api/live.ts";
import { Advice } from "./style/advice.tsx";
import { Moment, SinceThen } from "./style/since.tsx";
import { sentence } from "./words.ts";

/** A stream that comes back as soon is no news, in ms. */
const tolerated = 3_000;

export const ConnectionNote = () => {
  const { is, since } = useConnection();
  const trouble = useTrouble();
  const [{ at: past }] = useView();
  const at = new Date(since).toISOString();
  if (is === "joining") return <span className="connection dim">Connecting …</span>;
  if (is === "live" && trouble !== null) return <Unread trouble={trouble} />;
  // What a page of the past shows doesn't happen any more.
  if (is === "live" && past !== null) return <span className="connection dim">the past</span>;
  if (is === "live")
    return (
      <span className="connection live">
        <span aria-hidden="true">●</span> live
      </span>
    );
  if (is === "lost") return <Lost since={since} at={at} />;
  return <Banner at={at} locked />;
};

const Lost = ({ since, at }: { readonly since: number; readonly at: string }) =>
  useOn() - since < tolerated ? (
    <span className="connection dim">Reconnecting …</span>
  ) : (
    <Banner at={at} locked={false} />
  );

const Banner = ({ at, locked }: { readonly at: string; readonly locked: boolean }) => (
  <div className="connection lost" role="status">
    <strong>
      <span aria-hidden="true">▲</span> {locked ? "The server was restarted" : "No connection"}
    </strong>{" "}
    {locked ? (
      <>
        Open the address that <code>cairn serve</code> printed last. This page then continues by
        itself.
      </>
    ) : (
      <>
        for <SinceThen at={at} />: this page may be out of date. Is <code>cairn serve</code> still
        running? The page reconnects by itself.
      </>
    )}
  </div>
);

/** The server is there, but can't read the ledger. */
const Unread = ({ trouble: { since, text, hint } }: { readonly trouble: LedgerTrouble }) => {
  const isShown = useRuns().data !== undefined;
  return (
    <div className="connection lost" role="status">
      <strong>
        <span aria-hidden="true">▲</span>{" "}
        {isShown ? (
          <>
            Shown as of <Moment at={since} />.
          </>
        ) : (
          "The runs can't be read yet."
        )}
      </strong>{" "}
      <Advice text={sentence(text)} /> The page has retried for <SinceThen at={since} />, and
      continues once it can be read. <Advice text={sentence(hint)} />
    </div>
  );
};
