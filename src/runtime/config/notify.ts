// Personal configuration part about notices: their events, and target programs or web addresses.
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import type { GivenNotify } from "../config.ts";
import { argv, some } from "./fields.ts";
import { readAs, sound } from "./read.ts";

const events = ["decision", "end", "quiet", "runner"] as const;
const formats = ["ntfy", "slack", "discord", "json"] as const;
const eventsRule = `must be a list of ${events.join(", ")}, at least one of them`;
const minutesRule = "must be a whole number of minutes from 1 to 1440";
const formatRule = `must be one of ${formats.join(", ")}, beside a webhook`;

const urlOf = (text: string): URL | null => {
  const url = URL.parse(text);
  return url !== null && ["https:", "http:"].includes(url.protocol) ? url : null;
};
/** Without a trailing slash; null: has a query, a fragment or a password, so that no path can follow. */
const baseOf = (text: string): string | null => {
  const url = urlOf(text);
  if (url === null || `${url.search}${url.hash}${url.username}${url.password}` !== "") return null;
  return url.href.replace(/\/+$/u, "");
};
const address = (rule: string, is: (text: string) => unknown) =>
  t.annotated(
    { pattern: "^https?://" },
    t.told(rule, t.text, (text) => is(text) !== null),
  );
const webhook = address("must be an address that begins with https:// or http://", urlOf);
const linkRule = "must be the page's address, with no query or password: https://HOST";

const example = '{"webhook": "https://ntfy.sh/TOPIC"}';
const fields = some(
  "notify",
  {
    command: t.means(
      "a program and its arguments, never through a shell; {title}, {text}, {link}, {event} and {run} are filled in",
      argv,
    ),
    webhook: t.means(
      "an address that a notice is posted to; anyone who knows it can post there",
      webhook,
    ),
    format: t.means(
      "what is posted: ntfy, slack, discord by the address's host, else json, a plain object",
      t.told(formatRule, t.oneOf(formats)),
    ),
    on: t.means(
      "decision: a question waits; end: the run ended; quiet: nothing has moved for quiet_min, or nothing can go on; runner: its runner was killed",
      t.standing(t.told(eventsRule, t.leastOf(1, t.oneOf(events))), [...events]),
    ),
    quiet_min: t.means("in minutes", t.standing(t.told(minutesRule, t.wholeFrom(1, 1_440)), 10)),
    link: t.means(
      "where the page is reached from elsewhere, such as a tunnel to `cairn serve`",
      address(linkRule, baseOf),
    ),
  },
  example,
);
const target = t.where(
  t.annotated({ anyOf: [{ required: ["command"] }, { required: ["webhook"] }] }, fields),
  ({ command, webhook }) => command !== undefined || webhook !== undefined,
  `needs a command or a webhook: ${example}`,
);
const targets = t.mostOf(10, target);
export const notify = t.means(
  "who is notified when a run needs a person, has ended or is stuck (`cairn setup notify` tries it): one target, or several",
  t.either(target, targets),
);

export type NotifyTarget = {
  /** With placeholders in its arguments; null: no program. */
  readonly command: readonly string[] | null;
  /** Never displayed, since everyone who knows the address may post there. null: none. */
  readonly webhook: { readonly url: string; readonly format: (typeof formats)[number] } | null;
  readonly on: readonly (typeof events)[number][];
  /** How long without progress until a notice is sent. */
  readonly quietMinutes: number;
  /** The page's address from elsewhere; null: that of the server on this machine. */
  readonly link: string | null;
};

/** Determined by the host, if known. */
const formatOf = ({ hostname }: URL): (typeof formats)[number] => {
  const isOf = (domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`);
  if (isOf("ntfy.sh")) return "ntfy";
  if (isOf("slack.com")) return "slack";
  return isOf("discord.com") || isOf("discordapp.com") ? "discord" : "json";
};

const targetOf = (given: t.Of<typeof target>): NotifyTarget => {
  const { command = null, webhook = "", format, on = events, quiet_min = 10, link = "" } = given;
  const url = urlOf(webhook);
  return {
    command,
    webhook: url === null ? null : { url: url.href, format: format ?? formatOf(url) },
    on: events.filter((one) => on.includes(one)),
    quietMinutes: quiet_min,
    link: baseOf(link),
  };
};

/** One target, or a list of them. Refusal CONFIG_INVALID with every finding, never including an address. */
export const readNotify = ({ value, path }: GivenNotify): readonly NotifyTarget[] | Refusal => {
  const isList = Array.isArray(value);
  const many: readonly unknown[] = isList ? value : [value];
  const unposted = many.flatMap((one, index) =>
    isRecord(one) && formats.some((form) => form === one["format"]) && one["webhook"] === undefined
      ? [{ pointer: `${isList ? `/${index}` : ""}/format`, text: formatRule }]
      : [],
  );
  const given = isList
    ? readAs(targets, value, path, unposted, "/notify")
    : readAs(target, value, path, unposted, "/notify");
  if (isRefusal(given)) return given;
  return (Array.isArray(given) ? given : [given]).map(targetOf);
};

/** Fault CONFIG_INVALID. */
export const notifyTargets = (given: GivenNotify): readonly NotifyTarget[] =>
  sound(readNotify(given), "personal");
