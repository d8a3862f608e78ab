// Verb `cairn log`: prints the ledger's events.
import { isSender, sender, type Teller, tellerOf } from "../../core/words/event-line.ts";
import { isOver } from "../../core/over.ts";
import { parsed } from "../../core/json/parsed.ts";
import { redactions } from "../../core/secrets/redactions.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Row } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { has, number } from "../flags/args.ts";
import { inRounds } from "../changes.ts";
import { clockOf, dayOf, redactedWords } from "../text/words.ts";
import { columns, fit, pad, paint } from "../terminal/layout.ts";
import { pick } from "../pick/pick.ts";
import type { Answer, Context, Piece, Verb } from "../verb.ts";

/** Invalid JSON is shown unchanged: the log must show tampered events. */
const valueOf = (text: string): unknown => parsed(text) ?? text;

/** The day is said where it isn't today's. */
const momentOf = (at: string, now: number): string => {
  const day = dayOf(Date.parse(at));
  return `${day === dayOf(now) ? "" : `${day} `}${clockOf(Date.parse(at))}`;
};
/** Columns of who did it, cut to that, and of an event's name. */
const [whoWidth, typeWidth] = [16, 18];
const piece = (row: Row, tell: Teller, now: number): Piece => {
  const [data, by] = [valueOf(row.data), valueOf(row.by)];
  const { seq, run, version, type, at, cause, hash } = row;
  const redacted = redactions(row.data);
  const words = redactedWords(redacted);
  return {
    json: {
      seq,
      run,
      version,
      type,
      data,
      at,
      by,
      cause,
      hash,
      ...(redacted === 0 ? {} : { redacted }),
    },
    text: (page) => {
      const said = isSender(by) ? tell({ type, data, version, at, by, cause }) : "";
      const who = isSender(by) ? sender(by) : "";
      const lead = `${pad(`#${version}`, 5)}  ${momentOf(at, now)}  ${pad(fit(who, whoWidth), whoWidth)}  `;
      const name = pad(type, typeWidth);
      const text = words === null ? said : `${said} (${words})`;
      const rest = page.width - columns(lead) - columns(name) - 2;
      return `${paint(page, "dim", lead)}${paint(page, "strong", name)}  ${fit(text, rest)}`.trimEnd();
    },
  };
};

/** Prints all rows after `after`; returns the last version. */
const tellFrom = async (
  context: Context,
  system: System,
  run: string,
  after: number,
  tell: Teller,
): Promise<number> => {
  let at = after;
  for (;;) {
    const rows = await system.rows(run, at, 1_000);
    for (const row of rows) context.tell(piece(row, tell, context.now()));
    at = rows.at(-1)?.version ?? at;
    if (rows.length < 1_000) return at;
  }
};

export const log: Verb = {
  name: "log",
  views: true,
  summary: "what happened in a run, oldest first",
  args: [
    {
      word: "RUN",
      must: false,
      means: "the run; if not said, the only live one, else the one that was at work last",
    },
  ],
  options: {
    after: { means: "only events after this version", word: "N", number: true },
    follow: {
      means: "go on with new events until the run is over or Ctrl-C",
      word: null,
      short: "f",
    },
  },
  example: ["cairn log 0198f3 --after 40 --follow", "cairn log 0198f3 --json | jq -r .type"],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const picked = await pick(context, system, { over: "newest" });
    if (isRefusal(picked)) return picked;
    const { run, protocol } = picked.card;
    const tell = tellerOf(await system.protocol(protocol));
    let at = number(context.given, "after") ?? 0;
    return inRounds(context, system, async () => {
      at = await tellFrom(context, system, run, at, tell);
      // A damaged run can't be loaded, but its rows are shown.
      if (!has(context.given, "follow")) return true;
      const loaded = await system.load(run);
      // Rows between the two reads follow in the next round.
      return isRefusal(loaded) ? loaded : loaded.version === at && isOver(loaded.card.life);
    });
  },
};
