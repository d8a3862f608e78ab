// Executor of the page's actions: scans the files, then sends the command.
import { Fault, isRefusal, type Refusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { Sent } from "../runtime/system.ts";
import type { Accepted } from "./answers.ts";
import { createLines } from "./show/lines.ts";
import { cardOf } from "./addresses.ts";
import type { RouteRequest } from "./route.ts";
import { goOn } from "./going-on.ts";

/** A prefix that keeps page requests' ids distinct from the runner's. */
export const idOf = (id: string): string => `page/${id}`;

/** Reads manual edits first, as every verb does; disk errors are ignored. */
const scanned = async (
  { system }: Pick<RouteRequest<unknown, unknown>, "system">,
  { run }: Card,
): Promise<void> => {
  try {
    await system.scan(run);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
};

export const act = async (
  asked: RouteRequest<null, { readonly id: string; readonly drive?: string | undefined }>,
  send: (card: Card, id: string) => Promise<Sent | Refusal>,
): Promise<Accepted | Refusal> => {
  const { system, live, body } = asked;
  const card = await cardOf(asked);
  if (isRefusal(card)) return card;
  await scanned(asked, card);
  const sent = await send(card, idOf(body.id));
  if (isRefusal(sent)) return sent;
  await system.settle();
  await live.look();
  if (body.drive !== undefined) await goOn(asked, body.drive);
  const first = sent.events[0]?.version;
  const last = sent.events.at(-1)?.version ?? 0;
  const rows = first === undefined ? [] : await system.rows(card.run, first - 1, last - first + 1);
  return { run: card.run, version: sent.version, events: await createLines(system)(rows) };
};
