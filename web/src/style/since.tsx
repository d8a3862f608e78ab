// Why: how long something takes goes on by itself, without drawing anything else anew.
import { useMemo } from "react";
import { nowOf, useNow } from "../api/clock.ts";
import { ago, moment, span } from "../words.ts";

/** `12 min`: since then, by the server's clock. `ago`: `12 min ago`. */
export const Since = ({ at, ago: past = false }: { readonly at: string; readonly ago?: boolean }) => {
  const ms = useNow() - Date.parse(at);
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
