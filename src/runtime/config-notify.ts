// Personal configuration part about notices: their events, and target programs or web addresses.
import { Fault, isRefusal, type Refusal } from "../core/refusal.ts";
import {
  argvIn,
  isText,
  isWhole,
  onlyKeys,
  readFields,
  section,
  type Wrong,
} from "./config-fields.ts";

/** The raw value from the file; parsed on demand by the few senders of notices. */
export type GivenNotify = { readonly value: unknown; readonly path: string };

const notifyEvents = ["decision", "end", "quiet"] as const;
type NotifyEvent = (typeof notifyEvents)[number];
const notifyFormats = ["ntfy", "slack", "discord", "json"] as const;
type NotifyFormat = (typeof notifyFormats)[number];

export type NotifyTarget = {
  /** With placeholders in its arguments; null: no program. */
  readonly command: readonly string[] | null;
  /** Never displayed, since everyone who knows the address may post there. null: none. */
  readonly webhook: { readonly url: string; readonly format: NotifyFormat } | null;
  readonly on: readonly NotifyEvent[];
  /** How long without progress until a notice is sent. */
  readonly quietMinutes: number;
  /** The page's address from elsewhere; null: that of the server on this machine. */
  readonly link: string | null;
};

const keys = ["command", "webhook", "format", "on", "quiet_min", "link"];
const usualQuietMinutes = 10;
const mostQuietMinutes = 1_440;
const mostTargets = 10;

const urlOf = (value: unknown): URL | null => {
  const url = isText(value) ? URL.parse(value) : null;
  return url !== null && ["https:", "http:"].includes(url.protocol) ? url : null;
};

/** Determined by the host, if known. */
const formatOf = ({ hostname }: URL): NotifyFormat => {
  const isOf = (domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`);
  if (isOf("ntfy.sh")) return "ntfy";
  if (isOf("slack.com")) return "slack";
  return isOf("discord.com") || isOf("discordapp.com") ? "discord" : "json";
};

/** Without a trailing slash; null: has a query, a fragment or a password, so that no path can follow. */
const baseOf = (value: unknown): string | null => {
  const url = urlOf(value);
  if (url === null || `${url.search}${url.hash}${url.username}${url.password}` !== "") return null;
  return url.href.replace(/\/+$/u, "");
};

const readTarget = (value: unknown, at: string, wrongAt: Wrong): NotifyTarget | null => {
  let isFit = true;
  const told: Wrong = (pointer, text) => {
    isFit = false;
    wrongAt(pointer, text);
  };
  const given = section(value, at, told, '{"webhook": "https://ntfy.sh/TOPIC"}');
  const wrong = (key: string, text: string): void => told(`${at}/${key}`, text);
  onlyKeys(given, keys, at, "notify", told);
  const {
    command,
    webhook,
    format,
    on = notifyEvents,
    quiet_min: minutes = usualQuietMinutes,
    link,
  } = given;
  if (isFit && command === undefined && webhook === undefined)
    told(at, 'needs a command or a webhook: {"webhook": "https://ntfy.sh/TOPIC"}');
  const argv = command === undefined ? null : argvIn(command, `${at}/command`, told);
  const url = urlOf(webhook);
  if (webhook !== undefined && url === null)
    wrong("webhook", "must be an address that begins with https:// or http://");
  const form = notifyFormats.find((one) => one === format);
  if (format !== undefined && (form === undefined || webhook === undefined))
    wrong("format", `must be one of ${notifyFormats.join(", ")}, beside a webhook`);
  const events = Array.isArray(on) ? notifyEvents.filter((one) => on.includes(one)) : [];
  if (!Array.isArray(on) || events.length === 0 || events.length !== new Set(on).size)
    wrong("on", `must be a list of ${notifyEvents.join(", ")}, at least one of them`);
  const quiet = isWhole(minutes, mostQuietMinutes);
  if (!quiet) wrong("quiet_min", `must be a whole number of minutes from 1 to ${mostQuietMinutes}`);
  const base = baseOf(link);
  if (link !== undefined && base === null)
    wrong("link", "must be the page's address, with no query or password: https://HOST");
  if (!isFit || !quiet) return null;
  return {
    command: argv,
    webhook: url === null ? null : { url: url.href, format: form ?? formatOf(url) },
    on: events,
    quietMinutes: minutes,
    link: base,
  };
};

/** One target, or a list of them. Refusal CONFIG_INVALID with every finding, never including an address. */
export const readNotify = ({ value, path }: GivenNotify): readonly NotifyTarget[] | Refusal =>
  readFields(path, (wrong) => {
    const many: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (many.length > mostTargets) wrong("/notify", `must hold at most ${mostTargets}`);
    return many
      .map((one, index) =>
        readTarget(one, Array.isArray(value) ? `/notify/${index}` : "/notify", wrong),
      )
      .filter((one) => one !== null);
  });

/** Fault CONFIG_INVALID. */
export const notifyTargets = (given: GivenNotify): readonly NotifyTarget[] => {
  const read = readNotify(given);
  if (!isRefusal(read)) return read;
  const text = (read.more ?? [read]).map((one) => one.text).join("\n");
  throw new Fault(
    "CONFIG_INVALID",
    text,
    "mend these places; `cairn schema personal` shows the form",
  );
};
