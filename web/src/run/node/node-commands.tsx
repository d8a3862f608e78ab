// Buttons for current commands about one task: in its panel, and with comments on its changes.
import { useState } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { type Command, CommandForm } from "../../act/command-form.tsx";
import { useCommands } from "../../api/queries.ts";
import { Dialog } from "../../style/dialog.tsx";
import { Prose } from "../../style/prose.tsx";

type ButtonsProps = {
  readonly shown: RunAnswer;
  readonly unit: string;
  /** Beside a comment: its text, which becomes the reason. */
  readonly reason?: string;
  readonly commands: readonly Command[];
  readonly labelOf: (command: Command) => string;
  readonly onDone?: () => void;
};

const CommandButtons = ({ commands, labelOf, onDone, ...about }: ButtonsProps) => {
  // It stays as opened, whatever changes in the run.
  const [form, setForm] = useState<Command | null>(null);
  return (
    <>
      <ul className="choices">
        {commands.map((command) => (
          <li key={command.type}>
            <button
              type="button"
              className={about.reason !== undefined && command.redoes ? "first" : undefined}
              onClick={() => setForm(command)}
            >
              {labelOf(command)} …
            </button>
            <span className="small">
              <Prose text={command.means} />
            </span>
          </li>
        ))}
      </ul>
      <Dialog open={form !== null} onClose={() => setForm(null)} title={form?.label ?? ""} wide>
        {form === null ? null : (
          <CommandForm
            {...about}
            command={form}
            drives={form.type !== "SetNote"}
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

type Props = Pick<ButtonsProps, "shown" | "unit">;

/** In a task's panel, which has its own forms for notes. */
export const NodeCommands = (props: Props) => {
  const { data } = useCommands(props.shown.run, props.unit);
  const commands = data?.commands.filter(({ type }) => type !== "SetNote") ?? [];
  return commands.length === 0 ? null : (
    <details>
      <summary>More actions</summary>
      <CommandButtons
        {...props}
        commands={commands}
        labelOf={({ verb, label }) => (verb === "rollback" ? "Roll back to here" : label)}
      />
    </details>
  );
};

/** Below comments on a task's changes, which are sent as the reason: to have the work done again, or as a note. */
export const CommentCommands = ({
  onDone,
  ...props
}: Props & { readonly reason: string; readonly onDone: () => void }) => {
  const { data } = useCommands(props.shown.run, props.unit);
  return (
    <CommandButtons
      {...props}
      commands={(data?.commands ?? []).filter(
        ({ type, redoes = false }) => redoes || type === "SetNote",
      )}
      labelOf={({ label }) => `${label} with my comments`}
      onDone={onDone}
    />
  );
};
