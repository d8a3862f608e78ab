// Documents of a run as declarations: what each one shows, and what an edit of it asks. Writer and edit door follow from them.
import { admission, type Asked, joined } from "../core/admission.ts";
import type { Admitted, Edit } from "../core/dialect.ts";
import { isBlank, notTaken, refusalsLast, silent } from "../core/edits.ts";
import type { Command, Event, Facts, Protocol } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import { type RefusedEdit, refusedFile, refusedText } from "../core/refused-edit.ts";
import type { Path, Recorded, Time } from "../core/row.ts";
import { trial } from "../core/trial.ts";

/** @member before the text last written there */
export type Edited = { readonly path: Path; readonly text: string; readonly before: string } & Pick<
  Edit,
  "former"
>;

export type RunDocument<S> = {
  path(state: S): Path;
  /** null: it isn't there. */
  write(state: S, log: readonly Recorded[]): string | null;
  /** What an edit asks, whole or not at all. */
  edited(state: S, edit: Edited): readonly Command[] | Refusal;
};

type Base = {
  readonly run: string;
  readonly updatedAt: Time;
  readonly refused: RefusedEdit | null;
};
type Given<S extends Base> = Pick<Protocol<S>, "decide" | "evolve" | "life"> & {
  readonly documents: readonly RunDocument<S>[];
};

/** All files of a run, and the notice of the edit that stands refused. */
export const writerOf =
  <S extends Base>(documents: readonly RunDocument<S>[]): Protocol<S>["write"] =>
  (state, log) => ({
    ...Object.fromEntries(
      documents.flatMap((document) => {
        const text = document.write(state, log);
        return text === null ? [] : [[document.path(state), text]];
      }),
    ),
    ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
  });

/** What edits of these documents mean, one after the other on a copy of the state. */
export const admittedBy = <S extends Base>(
  { documents, decide, evolve, life }: Given<S>,
  state: S,
  edits: readonly Edit[],
  { at }: Pick<Facts, "at">,
): readonly Admitted[] => {
  const archived = refuse("RUN_ARCHIVED", "the run is archived: its files tell what was");
  const asked = (commands: readonly Command[]): readonly Asked<Command>[] =>
    commands.map((command) => ({ command, at: "", by: null }));
  const apply = trial<S, Command, Event>({ decide, evolve }, at, (refused) => refused);
  let now = state;
  const admit = ({ path, text, former }: Edit): readonly Admitted[] => {
    const document = documents.find((one) => one.path(now) === path);
    // The notice of a refusal is the engine's; a file that is gone or emptied is written again.
    if (path === refusedFile || text === null || isBlank(text)) return [silent(path)];
    if (document === undefined)
      return [notTaken(path, refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path }))];
    if (life(now) === "archived") return [notTaken(path, { ...archived, path })];
    const [last] = former();
    const edit = { path, text, before: last?.text ?? "", former };
    const rest = document.edited(now, edit);
    const reading = isRefusal(rest) ? { findings: [rest] } : { rest: asked(rest) };
    const outcome = admission(path, joined<S, Command>([reading]), now, apply);
    now = outcome.state;
    return outcome.admitted;
  };
  return refusalsLast(edits.flatMap(admit));
};
