// Buttons for current commands about one task: in its panel, and with comments on its changes.
import { useState } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { CommandForm } from "../../act/command-form.tsx";
import { type Command, sortedCommands } from "../../act/command-list.ts";
import { useCommands, useRefused } from "../../api/queries.ts";
import { Dialog } from "../../style/dialog.tsx";
import { Prose } from "../../style/prose.tsx";
import { isRetry, noteCommands, rollbackCommands, type UnitCommand } from "../changes/comments.ts";

/**
 * Commands about a unit that the rules accept now.
 * @param actionsOf chooses from all commands of the run
 */
const useUnitCommands = (
  shown: RunAnswer,
  unit: string,
  actionsOf: (commands: readonly Command[]) => readonly UnitCommand[],
): readonly UnitCommand[] => {
  const { data } = useCommands(shown.run);
  const { data: rules, isPending } = useRefused(shown.run, unit);
  if (isPending) return [];
  const { first, more } = sortedCommands(data?.commands ?? [], shown.life);
  return actionsOf([...first, ...more]).filter(
    ({ command: { type } }) => rules?.refused[type] === undefined,
  );
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

/** In a task's panel, which has its own forms for notes. `kind`: of the node. */
export const NodeCommands = ({
  shown,
  unit,
  kind,
}: {
  readonly shown: RunAnswer;
  readonly unit: string;
  readonly kind: string;
}) => {
  const actions = useUnitCommands(shown, unit, (commands) => [
    ...rollbackCommands(commands, unit, kind),
    ...noteCommands(commands, unit, "").filter(
      ({ command: { verb, type } }) => verb !== "rollback" && type !== "SetNote",
    ),
  ]);
  return (
    <CommandButtons
      shown={shown}
      summary="More actions"
      labelOf={({ verb, label }) => (verb === "rollback" ? "Roll back to here" : label)}
      actions={actions}
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
  const actions = useUnitCommands(shown, unit, (commands) => noteCommands(commands, unit, note));
  const main = actions.find(({ command }) => isRetry(command));
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
