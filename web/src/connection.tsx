// Note in the top bar on whether the page is live, with a remedy if not.
import type { ReactNode } from "react";
import { useAddress } from "./address.ts";
import { useOn } from "./api/clock.ts";
import type { LedgerTrouble } from "../../src/http/answers.ts";
import { useRuns } from "./api/queries.ts";
import { useConnection, useTrouble } from "./api/connection.ts";
import { Advice } from "./style/advice.tsx";
import { Moment, SinceThen } from "./style/since.tsx";
import { sentence } from "./words.ts";

/** Shorter interruptions of the stream aren't shown, in ms. */
const tolerated = 3_000;

export const ConnectionNote = () => {
  const { is, since } = useConnection();
  const trouble = useTrouble();
  const { at: past } = useAddress();
  const at = new Date(since).toISOString();
  if (is === "joining") return <span className="connection dim">Connecting …</span>;
  if (is === "live" && trouble !== null) return <Unread trouble={trouble} />;
  // A page of the past isn't live.
  if (is === "live" && past !== null) return <span className="connection dim">the past</span>;
  if (is === "live")
    return (
      <span className="connection live">
        <span aria-hidden="true">●</span> live
      </span>
    );
  if (is === "lost") return <Lost since={since} at={at} />;
  return (
    <Banner title="The server was restarted">
      Open the address that <code>cairn serve</code> printed last. This page then continues by
      itself.
    </Banner>
  );
};

const Lost = ({ since, at }: { readonly since: number; readonly at: string }) =>
  useOn() - since < tolerated ? (
    <span className="connection dim">Reconnecting …</span>
  ) : (
    <Banner title="No connection">
      for <SinceThen at={at} />: this page may be out of date. Is <code>cairn serve</code> still
      running? The page reconnects by itself.
    </Banner>
  );

const Banner = ({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
}) => (
  <div className="connection lost" role="status">
    <strong>
      <span aria-hidden="true">▲</span> {title}
    </strong>{" "}
    {children}
  </div>
);

/** The server runs but can't read the ledger. */
const Unread = ({ trouble: { since, text, hint } }: { readonly trouble: LedgerTrouble }) => {
  const isShown = useRuns().data !== undefined;
  const asOf = (
    <>
      Shown as of <Moment at={since} />.
    </>
  );
  return (
    <Banner title={isShown ? asOf : "The runs can't be read yet."}>
      <Advice text={sentence(text)} /> The page has retried for <SinceThen at={since} />, and
      continues once it can be read. <Advice text={sentence(hint)} />
    </Banner>
  );
};
