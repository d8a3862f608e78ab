// Moments, and spans that tick by themselves.
import { useMemo } from "react";
import { nowOf, useNow, useOn } from "../api/clock.ts";
import { ago, moment, span } from "../words.ts";

type SinceProps = { readonly at: string; readonly ago?: boolean };

/** `12 min`: since then, by the server's clock. `ago`: `12 min ago`. */
export const Since = (props: SinceProps) => <Span {...props} now={useNow()} />;
/** The same of what goes on while nothing can be read. */
export const SinceThen = (props: SinceProps) => <Span {...props} now={useOn()} />;

const Span = ({ at, ago: past = false, now }: SinceProps & { readonly now: number }) => {
  const ms = now - Date.parse(at);
  // Once, not each second: naming a day is dear.
  const title = useMemo(() => moment(at, 0), [at]);
  return (
    <time dateTime={at} title={title}>
      {past ? ago(ms) : span(ms)}
    </time>
  );
};

/** A moment in the reader's time zone: the hour alone if it was today. */
export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={moment(at, 0)}>
    {moment(at, nowOf())}
  </time>
);
