// Buttons for current commands about one task: in its panel, and with comments on its changes.
import { useState } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { CommandForm } from "../../act/command-form.tsx";
import { type Command, sortedCommands } from "../../act/command-list.ts";
import { useCommands } from "../../api/queries.ts";
import { Dialog } from "../../style/dialog.tsx";
import { Prose } from "../../style/prose.tsx";
import { type UnitCommand, unitCommands } from "../changes/comments.ts";

/** A person's commands about a unit, with a note. */
const useUnitCommands = (run: string, unit: string, note: string): readonly UnitCommand[] => {
  const { data } = useCommands(run, unit);
  const { first, more } = sortedCommands(data?.commands ?? []);
  return unitCommands([...first, ...more], unit, note);
};

type CommandButtonsProps = {
  readonly shown: RunAnswer;
  readonly summary: string;
  readonly labelOf: (command: Command) => string;
  /** A separate button above the others. */
  readonly main?: UnitCommand | undefined;
  readonly actions: readonly UnitCommand[];
  /** The others are visible. */
  readonly open?: boolean;
  readonly onDone?: () => void;
};

const CommandButtons = ({
  shown,
  summary,
  labelOf,
  main,
  actions,
  open,
  onDone,
}: CommandButtonsProps) => {
  // It stays as opened, whatever changes in the run.
  const [form, setForm] = useState<UnitCommand | null>(null);
  const button = (action: UnitCommand, look = "") => (
    <button
      type="button"
      title={action.command.means}
      className={look}
      onClick={() => setForm(action)}
    >
      {labelOf(action.command)} …
    </button>
  );
  return (
    <>
      {main === undefined ? null : <p className="ends">{button(main, "first")}</p>}
      {actions.length === 0 ? null : (
        <details open={open}>
          <summary>{summary}</summary>
          <ul className="choices">
            {actions.map((action) => (
              <li key={action.command.type}>
                {button(action)}
                <span className="small">
                  <Prose text={action.command.means} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Dialog
        open={form !== null}
        onClose={() => setForm(null)}
        title={form?.command.label ?? ""}
        wide
      >
        {form === null ? null : (
          <CommandForm
            key={form.command.type}
            shown={shown}
            command={form.command}
            data={form.data}
            drives={form.command.type !== "SetNote"}
            onDone={() => {
              setForm(null);
              onDone?.();
            }}
          />
        )}
      </Dialog>
    </>
  );
};

/** In a task's panel, which has its own forms for notes. */
export const NodeCommands = ({
  shown,
  unit,
}: {
  readonly shown: RunAnswer;
  readonly unit: string;
}) => {
  const actions = useUnitCommands(shown.run, unit, "");
  return (
    <CommandButtons
      shown={shown}
      summary="More actions"
      labelOf={({ verb, label }) => (verb === "rollback" ? "Roll back to here" : label)}
      actions={actions.filter(({ command: { type } }) => type !== "SetNote")}
    />
  );
};

type CommentActionsProps = {
  readonly shown: RunAnswer;
  readonly unit: string;
  readonly note: string;
  readonly onDone: () => void;
};

/** Below comments on a task's changes, which are sent as the note. */
export const CommentCommands = ({ shown, unit, note, onDone }: CommentActionsProps) => {
  const actions = useUnitCommands(shown.run, unit, note);
  // The usual use of comments: the work is done again with them.
  const main = actions.find(({ command }) => command.redoes === true);
  return (
    <CommandButtons
      shown={shown}
      summary="Other actions that take a note"
      labelOf={({ label }) => `${label} with my comments`}
      main={main}
      actions={actions.filter((action) => action !== main)}
      open={main === undefined}
      onDone={onDone}
    />
  );
};
