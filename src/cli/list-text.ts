// List of a ledger's runs: state and title first, those that wait for a person on top.
import { isPlain } from "../core/adopt-words.ts";
import { newestFirst } from "../core/newest.ts";
import { isOver } from "../core/over.ts";
import { Fault, isRefusal } from "../core/refusal.ts";
import type { Card, Path } from "../core/row.ts";
import { phaseWords, type RunState, runState, runStates, stateRank } from "../core/state-words.ts";
import type { Picture, Standing, System } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";
import { columns, pad, type Page, wrap } from "./layout.ts";
import { paint, type Tone } from "./style.ts";
import { ago } from "./words.ts";

/** `title` null: not looked up. `name`: the rules' other name for the run; null: none. `decisions`: number of its own open ones. `work`: where it went. `unproved`: number of unproved criteria of a finished run. `unread`: the code of why its events are unreadable. */
type Listed = Card & {
  readonly state: RunState;
  readonly title: string | null;
  readonly name: string | null;
  readonly work: string | null;
  readonly unproved: string | null;
  readonly decisions: number;
  readonly unread: string | null;
};
export type Listing = { readonly runs: readonly Listed[]; readonly strays: readonly Path[] };

const toMerge = "to merge";

/** Where a finished run's work went; null: not over, or it worked in the checkout itself. */
const wentOf = async (system: System, { run, work }: Picture): Promise<string | null> => {
  if (work === undefined) return null;
  const { dropped, landed, merged } = work;
  if (landed === 0) return "nothing landed";
  const reach = await (await system.delivery()).reach(run);
  if (merged?.whole === true && reach?.merged !== false) return "merged";
  if (dropped) return "dropped";
  return reach?.is === "holds" ? "merged" : toMerge;
};

/** Errors that concern a single run. */
const unreadable: readonly string[] = ["LEDGER_DAMAGED", "EVENTS_UNREADABLE", "PROTOCOL_UNKNOWN"];

/** Number of runs listed with title, which requires reading them. */
const titled = 20;

const standingsOf = async (system: System, { run, life }: Card): Promise<readonly Standing[]> => {
  const standings = isOver(life) ? [] : await system.standings(run);
  return isRefusal(standings) ? [] : standings;
};

const withTitle = async (system: System, card: Card, looks: boolean): Promise<Listed> => {
  try {
    const over = looks && isOver(card.life) ? await system.picture(card.run) : null;
    const ended = over === null || isRefusal(over) ? null : over;
    const view = looks && over === null ? await system.view(card.run) : ended;
    const is = (await standingsOf(system, card)).map((standing) => standing.is);
    const good = ended === null ? card.good : ended.good;
    return {
      ...card,
      good,
      state: ended?.state ?? runState({ ...card, proved: false }, is),
      title: view === null || isRefusal(view) ? null : view.title,
      name: view === null || isRefusal(view) ? null : (view.name ?? null),
      work: ended === null ? null : await wentOf(system, ended),
      unproved:
        ended?.state === "not proved" && ended.evidence.of > 0
          ? `${ended.evidence.have} of ${ended.evidence.of} proved`
          : null,
      decisions: is.filter((one) => one === "decision").length,
      unread: null,
    };
  } catch (error) {
    // An unreadable run doesn't hide the others.
    if (!(error instanceof Fault) || !unreadable.includes(error.code)) throw error;
    return {
      ...card,
      state: runState({ ...card, proved: false }, []),
      title: null,
      name: null,
      work: null,
      unproved: null,
      decisions: 0,
      unread: error.code,
    };
  }
};

export const listingOf = async (system: System, cards: readonly Card[]): Promise<Listing> => {
  const strays = await system.strays();
  return {
    runs: await Promise.all(
      newestFirst(cards).map((card, index) => withTitle(system, card, index < titled)),
    ),
    strays,
  };
};

/** Session folders that belong to no run of the ledger. */
const strayLines = (strays: readonly Path[]): readonly string[] => {
  const first = strays.find(isPlain);
  if (strays.length === 0) return [];
  const ways = [
    ...(first === undefined ? [] : [`cairn adopt ${first}`]),
    ...(strays.length > 1 || first === undefined ? ["all: cairn doctor"] : []),
  ];
  return [
    "",
    `${strays.length === 1 ? "1 unmanaged session folder" : `${strays.length} unmanaged session folders`}: ${ways.join(" · ")}`,
  ];
};

const nameOf = ({ run, place }: Card): string => {
  const last = place.split("/").at(-1) ?? "";
  return last === "" || last.startsWith(".") ? run : last;
};

const stateOf = ({
  unread,
  state,
  title,
}: Listed): { readonly state: string; readonly tone: Tone } => {
  if (unread !== null) return { state: "unreadable", tone: "bad" };
  // The proof wasn't looked up.
  return title === null && state === "not proved"
    ? { state: "ended", tone: "dim" }
    : { state, tone: runStates[state].shade };
};

/** Work waiting to be merged, with commands. */
const mergeLines = (runs: readonly Listed[]): readonly string[] => {
  const [first, ...more] = runs.filter(({ work }) => work === toMerge);
  return first === undefined
    ? []
    : [
        "",
        `to merge: cairn merge${more.length === 0 ? "" : ` ${first.run}`}   look: cairn diff ${first.run} --patch`,
      ];
};

/** `gone`: how many runs the ledger had before. */
export const listLines = (
  { runs, strays }: Listing,
  gone: number,
  page: Page,
  now: number,
): readonly string[] => {
  if (runs.length === 0)
    return [
      gone === 0
        ? 'no runs here yet: cairn run "what is wanted"'
        : `no runs here any more: ${gone} ${gone === 1 ? "was" : "were"} here before (\`cairn verify\`)`,
      ...strayLines(strays),
    ];
  const roots = new Set(runs.map(({ root }) => root));
  const sorted = runs.toSorted((one, other) => stateRank(one.state) - stateRank(other.state));
  const lines = sorted.flatMap((run) => {
    const [title, name] = [cleanLine(run.title ?? nameOf(run)), nameOf(run)];
    const about = [
      run.protocol,
      phaseWords(run.phase),
      ...(run.life === "archived" ? [run.life] : []),
      ...(run.work === null ? [] : [run.work]),
      ...(run.unproved === null ? [] : [run.unproved]),
      // Only if it says more than the title, or distinguishes runs of several working trees.
      ...(run.name === null
        ? name === run.run || title.includes(name)
          ? []
          : [name]
        : [run.name]),
      ...(roots.size > 1 ? [run.root] : []),
      ...(run.unread === null ? [] : [`can't be read: ${run.unread}`]),
      ago(now - Date.parse(run.at)),
    ]
      .map(cleanLine)
      .filter((part) => part !== "");
    return [{ ...stateOf(run), cells: [title, run.run, about.join(" · ")] }];
  });
  const first = 2 + Math.max(...lines.map(({ state }) => columns(state)));
  const wide = [0, 1].map((column) =>
    Math.max(...lines.map(({ cells }) => columns(cells[column] ?? ""))),
  );
  const fits = lines.every(
    ({ cells: [, , about = ""] }) =>
      first + wide.reduce((sum, one) => sum + one + 2, 0) + columns(about) <= page.width,
  );
  return [
    ...lines.flatMap(({ state, tone, cells: [title = "", run = "", about = ""] }) => {
      const [head = "", ...more] = fits
        ? [
            `${paint(page, "strong", pad(title, wide[0] ?? 0))}  ${pad(run, wide[1] ?? 0)}  ${paint(page, "dim", about)}`,
          ]
        : [
            ...wrap(title, page.width - first)
              .split("\n")
              .map((line) => paint(page, "strong", line)),
            ...wrap(`${run} · ${about}`, page.width - first)
              .split("\n")
              .map((line) => paint(page, "dim", line)),
          ];
      return [
        paint(page, tone, pad(state, first)) + head,
        ...more.map((line) => " ".repeat(first) + line),
      ];
    }),
    ...mergeLines(runs),
    ...strayLines(strays),
  ];
};
