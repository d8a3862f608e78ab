// Moments, and spans that tick by themselves.
import { span } from "../../../src/core/words/how-many.ts";
import { useMemo } from "react";
import { nowOf, useNow, useOn } from "../api/clock.ts";
import { ago, moment } from "../words.ts";

type SinceProps = { readonly at: string; readonly ago?: boolean };

/** `12 min`: since then, by the server's clock. `ago`: `12 min ago`. */
export const Since = (props: SinceProps) => <Span {...props} now={useNow()} />;
/** The same for durations that continue while the ledger is unreadable. */
export const SinceThen = (props: SinceProps) => <Span {...props} now={useOn()} />;

const Span = ({ at, ago: past = false, now }: SinceProps & { readonly now: number }) => {
  const ms = now - Date.parse(at);
  // Computed once, not each second: formatting dates is slow.
  const title = useMemo(() => moment(at, 0), [at]);
  return (
    <time dateTime={at} title={title}>
      {past ? ago(ms) : span(ms)}
    </time>
  );
};

/** A time in the reader's time zone, without date if today. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={moment(at, 0)}>
    {moment(at, nowOf())}
  </time>
);
