// Place and quality of an iterative unit's work in the simulated tree.
import type { Path } from "../../../src/core/row.ts";
import type { State, Unit } from "../../../src/protocols/iterative/state.ts";
import { outputPath, place, unitOf } from "../../../src/protocols/iterative/units.ts";
import { isGood } from "../checks.ts";
import { root } from "../world.ts";

export const targetOf = (state: State, unit: Pick<Unit, "id" | "files" | "output">): Path => {
  if (unit.output !== null) {
    const path = outputPath(state, unit.output);
    return path.endsWith("/") ? `${path}part.md` : path;
  }
  return unit.files[0] ?? `src/${unit.id}.ts`;
};
export const targetIn = (state: State, id: string): Path => {
  const unit = unitOf(state, id);
  return unit === null ? `src/${id}.ts` : targetOf(state, unit);
};
export const fileIn = (state: State, name: string): Path => `${root}/${place(state)}/${name}`;

/** A text of which the gate for Outputs thinks well. */
const words = Array.from({ length: 45 }, (_, index) => `word${index}`).join(" ");
export const goodText = (id: string): string =>
  id.startsWith("T") ? `good ${id}` : `good ${id}\n\n${words}\n`;

/** An Output wants words besides. */
export const isWhole = (id: string, text: string | null): boolean =>
  isGood(text) && (id.startsWith("T") || (text?.length ?? 0) > words.length);

/** How many steps of its work are done. */
export const stepsDone = (id: string, text: string | null, all: number): number =>
  isWhole(id, text) ? all : Math.min(all - 1, Number(/^half (\d+) /u.exec(text ?? "")?.[1] ?? 0));
