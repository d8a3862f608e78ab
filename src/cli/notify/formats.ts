// Formats of a notice for each receiver: ntfy, Slack, Discord, JSON in general, and a program's arguments.
import { shortened } from "../../core/words/quote.ts";
import type { RunState } from "../../core/words/states.ts";
import type { NotifyTarget } from "../../runtime/system.ts";
import type { Notice } from "./notice.ts";

type Format = NonNullable<NotifyTarget["webhook"]>["format"];
export type Posted = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** ntfy turns messages over 4,096 bytes into an attachment. */
const ntfyMostBytes = 4_000;
/** Of Discord's 2,000 characters, without title and link. */
const discordMost = 1_500;

/** Chats turn anything that looks like a URL into a link: foreign text must not. */
const unlinked = (text: string): string => text.replaceAll("://", ":\u200b//");

/** The page to open, or the command to type. */
const wayOf = ({ command }: Notice, link: string | null): string => link ?? command;

const ascii = /^[\u0020-\u007e]*$/u;
/** A header's value is ASCII; anything else is encoded as in mail (RFC 2047). */
const header = (text: string): string =>
  ascii.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;

const cutBytes = (text: string, most: number): string => {
  const bytes = Buffer.from(text);
  return bytes.length <= most
    ? text
    : `${new TextDecoder().decode(bytes.subarray(0, most)).replace(/\ufffd+$/u, "")}…`;
};

const tags: Readonly<Partial<Record<RunState, string>>> = {
  "waits for you": "question",
  "not done": "x",
  "not proved": "warning",
  done: "white_check_mark",
};

const ntfy = (notice: Notice, link: string | null): Posted => {
  const { event, state, title, text } = notice;
  const tag =
    event === "quiet"
      ? "hourglass"
      : event === "runner"
        ? "skull"
        : state === null
          ? undefined
          : tags[state];
  return {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      title: header(title),
      ...(tag === undefined ? {} : { tags: tag }),
      ...(link === null ? {} : { click: link }),
    },
    body: `${cutBytes(unlinked(text), ntfyMostBytes - Buffer.byteLength(wayOf(notice, link)))}\n${wayOf(notice, link)}`,
  };
};

const asJson = (value: unknown): Posted => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

const slackText = (text: string): string =>
  unlinked(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const slack = (notice: Notice, link: string | null): Posted => {
  const way =
    link === null
      ? `\`${slackText(notice.command)}\``
      : `<${link.replaceAll("&", "&amp;")}|Open it>`;
  return asJson({ text: `*${slackText(notice.title)}*\n${slackText(notice.text)}\n${way}` });
};

const discord = (notice: Notice, link: string | null): Posted => {
  const way = link ?? `\`${notice.command}\``;
  const content = `**${unlinked(notice.title)}**\n${shortened(unlinked(notice.text), discordMost)}\n${way}`;
  return asJson({ content, allowed_mentions: { parse: [] } });
};

const plain = (notice: Notice, link: string | null): Posted => asJson({ ...notice, link });

const formats: Readonly<Record<Format, (notice: Notice, link: string | null) => Posted>> = {
  ntfy,
  slack,
  discord,
  json: plain,
};

/** @param link to the page for viewing or answering; null: unknown */
export const postedAs = (format: Format, notice: Notice, link: string | null): Posted =>
  formats[format](notice, link);

/** A command's words with placeholders filled in: each stays one word, and foreign text never begins an option. */
export const filled = (
  argv: readonly string[],
  notice: Notice,
  link: string | null,
): readonly string[] => {
  const values: Readonly<Record<string, string>> = {
    title: notice.title,
    text: `${notice.text}\n${wayOf(notice, link)}`,
    link: link ?? "",
    event: notice.event,
    run: notice.run,
  };
  return argv.map((word) => {
    const full = word.replaceAll(
      /\{(title|text|link|event|run)\}/gu,
      (_whole, name: string) => values[name] ?? "",
    );
    return full.startsWith("-") && !word.startsWith("-") ? ` ${full}` : full;
  });
};
