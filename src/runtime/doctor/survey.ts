// Doctor survey of a working tree: the engine reads, each protocol judges.
import type { Card, Path } from "../../core/row.ts";
import type { FoundPlace, Survey } from "../../core/survey.ts";
import { groundOf } from "../engine.ts";
import { below, foldersAt } from "../strays.ts";
import type { Symptom, Whole, WholeKind } from "./kind.ts";

/** Maximum of folders whose main file is read. */
const most = 500;

type Own = { readonly states: readonly unknown[]; readonly folders: ReadonlySet<string> };

/** Runs of this working tree and this protocol. */
const ownOf = async ({ cards, parts: { engine }, folded }: Whole, name: string): Promise<Own> => {
  const states: unknown[] = [];
  const folders = new Set<string>();
  const here = (card: Card): boolean =>
    card.protocol === name && engine.resolve(engine.base, card.root) === engine.root;
  for (const card of cards.filter(here)) {
    const found = await folded(card);
    const place = found === null ? null : groundOf(engine, found).place;
    if (found === null || place === null) continue;
    states.push(found.state);
    folders.add(place);
  }
  return { states, folders };
};

const placesOf = async (
  { parts: { engine } }: Whole,
  { places }: Survey<unknown>,
  own: Own,
): Promise<readonly FoundPlace[]> => {
  const remains = await engine.workspace.remains();
  const list: { readonly path: Path; readonly file: Path; readonly known: boolean }[] = [];
  for (const place of places)
    for (const path of await foldersAt(remains, engine.root, place))
      list.push({
        path,
        file: below(path, place.file),
        known: own.folders.has(engine.resolve(engine.root, path)),
      });
  const files = list
    .filter(({ known }) => !known)
    .slice(0, most)
    .map(({ file }) => file);
  const facts = await engine.workspace.facts(
    { root: engine.root, place: null, ignores: [] },
    { files, lenient: true },
    engine.now(),
  );
  return list.map(({ path, file, known }) => ({
    path,
    text: facts.files[file]?.text ?? null,
    known,
  }));
};

/** Each finding has its own kind. */
export const surveyed: WholeKind = {
  kind: "",
  async look(whole) {
    const { engine } = whole.parts;
    const found: Symptom[] = [];
    for (const name of engine.protocols) {
      const survey = await (await engine.protocol(name))?.survey?.();
      if (survey === undefined) continue;
      const own = await ownOf(whole, name);
      const places = await placesOf(whole, survey, own);
      const facts = await engine.workspace.facts(
        { root: engine.root, place: null, ignores: [] },
        survey.ask(own.states),
        engine.now(),
      );
      found.push(...survey.find(own.states, places, facts));
    }
    return found;
  },
};
