// Edited document with positions: findings name a block, its line and its column.
import type { Reading } from "../../../kit/edits/admission.ts";
import { ordersFor } from "../../../kit/edits/edit-reading.ts";
import { type Place, placeOf } from "../../../core/json/json.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import type { Reading as DocumentReading } from "../markdown/document.ts";
import type { IterativeCommand } from "../commands.ts";
import type { State } from "../state.ts";

export type EditRead = Partial<Reading<State, IterativeCommand>>;

export const { asking, claiming } = ordersFor<IterativeCommand>();

/** An edited document. */
export type Page<
  R extends Pick<DocumentReading, "text" | "spots"> = Pick<DocumentReading, "text" | "spots">,
> = {
  readonly state: State;
  readonly path: Path;
  readonly after: R;
};

/** Position of a block by its anchor; for a missing block, that of its parent. */
export const placeIn = (
  { text, spots }: Pick<DocumentReading, "text" | "spots">,
  anchor: string,
): Place => {
  let at = spots.get(anchor);
  for (let whole = anchor; at === undefined && whole.includes("/");) {
    whole = whole.slice(0, whole.lastIndexOf("/"));
    at = spots.get(whole);
  }
  return placeOf(text, at ?? 0);
};

export const findingAt = (
  { path, after }: Page,
  anchor: string,
  code: string,
  text: string,
  fits: string,
): Refusal => refuse(code, text, { path, pointer: anchor, ...placeIn(after, anchor), fits });

export const derivedAt = (page: Page, anchor: string, what: string): Refusal =>
  findingAt(
    page,
    anchor,
    "FIELD_DERIVED",
    `${what} follows from what happened: the engine sets it`,
    "leave it as it stands",
  );
