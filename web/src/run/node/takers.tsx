// Buttons for what can be done about one task now, with its name filled in, and a note where there is one.
import { useState } from "react";
import type { Shown } from "../../../../src/http/answers.ts";
import { CommandForm } from "../../act/command-form.tsx";
import { type Command, sorted } from "../../act/command-list.ts";
import { useCommands, useRefused } from "../../api/queries.ts";
import { Dialog } from "../../style/dialog.tsx";
import { Prose } from "../../style/prose.tsx";
import { backTo, isAnotherTry, takersOf } from "../changes/remarks.ts";

export const Takers = ({
  shown,
  unit,
  kind = null,
  note,
  onDone,
}: {
  readonly shown: Shown;
  readonly unit: string;
  /** Of the node in whose panel it stands, which shows notes itself. */
  readonly kind?: string | null;
  readonly note: string;
  readonly onDone?: () => void;
}) => {
  const { data } = useCommands(shown.run);
  const { data: no, isPending } = useRefused(shown.run, unit);
  const [open, setOpen] = useState<Command | null>(null);
  const { more, first } = sorted(data?.commands ?? [], shown.life);
  const all = [...first, ...more];
  const found =
    kind === null
      ? takersOf(all, unit, note)
      : [
          ...backTo(all, unit, kind),
          ...takersOf(all, unit, note).filter(({ command: { verb, type } }) => verb !== "rollback" && type !== "SetNote"),
        ];
  const takers = isPending ? [] : found.filter(({ command: { type } }) => no?.refused[type] === undefined);
  const taker = found.find(({ command }) => command === open);
  if (takers.length === 0 && taker === undefined) return null;
  const button = (command: Command, look = "") => (
    <button type="button" title={command.means} className={look} onClick={() => setOpen(command)}>
      {kind !== null && command.verb === "rollback" ? "Roll back to here" : command.label}
      {kind === null ? " with my comments" : null} …
    </button>
  );
  const main = kind === null ? takers.find(({ command }) => isAnotherTry(command)) : undefined;
  const rest = takers.filter((one) => one !== main);
  return (
    <>
      {main === undefined ? null : <p className="ends">{button(main.command, "first")}</p>}
      {rest.length === 0 ? null : (
        <details open={kind === null && main === undefined}>
          <summary>{kind === null ? "Other actions that take a note" : "More actions"}</summary>
          <ul className="choices">
            {rest.map(({ command }) => (
              <li key={command.type}>
                {button(command)}
                <span className="small">
                  <Prose text={command.means} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Dialog open={taker !== undefined} onClose={() => setOpen(null)} title={taker === undefined ? "" : taker.command.label} wide>
        {taker === undefined ? null : (
          <CommandForm
            key={taker.command.type}
            shown={shown}
            command={taker.command}
            says={taker.data}
            drives={taker.command.type !== "SetNote"}
            onDone={() => {
              setOpen(null);
              onDone?.();
            }}
          />
        )}
      </Dialog>
    </>
  );
};
