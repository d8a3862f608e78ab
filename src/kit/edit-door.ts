// The door of hand edits: what edits of a run's documents mean, by what their declarations ask.
import { admission, type Order, joined } from "./edits/admission.ts";
import type { Admitted } from "../core/run-files.ts";
import { admittedInTurn, notTaken } from "./edits/edits.ts";
import { plain } from "../core/json/json.ts";
import { misfits, type Part } from "./document/part.ts";
import type { Command, Event, Protocol } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import { trial } from "./edits/trial.ts";
import { type Documented, pathOf, type RunDocument } from "./documents.ts";
import { read } from "./findings.ts";
import type { Schema } from "./schema.ts";

/** Reads a part of an edited document; each finding has its place there. */
export const readPart = <T>(schema: Schema<T>, part: Part) => {
  const found = read(schema, plain(part.node));
  return "value" in found ? found : { findings: misfits(part, found.findings) };
};

type Given<S extends Documented> = Pick<Protocol<S>, "decide" | "evolve" | "life"> & {
  readonly documents: readonly RunDocument<S>[];
};

/** Translates edits of these documents, one after the other on a copy of the state. */
export const admittedBy = <S extends Documented>(
  { documents, decide, evolve, life }: Given<S>,
  ...[state, edits, { at }, log]: Parameters<Protocol<S>["admit"]>
): readonly Admitted[] => {
  const archived = refuse("RUN_ARCHIVED", "the run is archived: its files tell what was");
  const asked = (commands: readonly Command[]): readonly Order<Command>[] =>
    commands.map((command) => ({ command, at: "", by: null }));
  const apply = trial<S, Command, Event>({ decide, evolve }, at, (refused) => refused);
  return admittedInTurn(state, edits, (now, { path, text, before }) => {
    const no = (refused: Refusal) => ({ state: now, admitted: [notTaken(path, refused)] });
    const document = documents.find((one) => pathOf(one, now) === path);
    if (document === undefined)
      return no(refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path }));
    if (life(now) === "archived") return no({ ...archived, path });
    const rest = document.edited(now, { path, text, before: before ?? "" }, log);
    const reading = isRefusal(rest) ? { findings: [rest] } : { rest: asked(rest) };
    return admission(path, joined<S, Command>([reading]), now, apply);
  });
};
