// Buttons for what can be done about one task now, with its name filled in, and a note where there is one.
import { useState } from "react";
import type { Shown } from "../../../../src/http/answers.ts";
import { CommandForm } from "../../act/command-form.tsx";
import { sorted } from "../../act/command-list.ts";
import { useCommands, useRefused } from "../../api/queries.ts";
import { Dialog } from "../../style/dialog.tsx";
import { Prose } from "../../style/prose.tsx";
import { backTo, isAnotherTry, type Taker, takersOf } from "../changes/remarks.ts";

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
  // It stays as it was opened, whatever becomes of the run meanwhile.
  const [open, setOpen] = useState<Taker | null>(null);
  const { more, first } = sorted(data?.commands ?? [], shown.life);
  const all = [...first, ...more];
  const found =
    kind === null
      ? takersOf(all, unit, note)
      : [
          ...backTo(all, unit, kind),
          ...takersOf(all, unit, note).filter(
            ({ command: { verb, type } }) => verb !== "rollback" && type !== "SetNote",
          ),
        ];
  const takers = isPending
    ? []
    : found.filter(({ command: { type } }) => no?.refused[type] === undefined);
  if (takers.length === 0 && open === null) return null;
  const button = (taker: Taker, look = "") => (
    <button
      type="button"
      title={taker.command.means}
      className={look}
      onClick={() => setOpen(taker)}
    >
      {kind !== null && taker.command.verb === "rollback"
        ? "Roll back to here"
        : taker.command.label}
      {kind === null ? " with my comments" : null} …
    </button>
  );
  const main = kind === null ? takers.find(({ command }) => isAnotherTry(command)) : undefined;
  const rest = takers.filter((one) => one !== main);
  return (
    <>
      {main === undefined ? null : <p className="ends">{button(main, "first")}</p>}
      {rest.length === 0 ? null : (
        <details open={kind === null && main === undefined}>
          <summary>{kind === null ? "Other actions that take a note" : "More actions"}</summary>
          <ul className="choices">
            {rest.map((taker) => (
              <li key={taker.command.type}>
                {button(taker)}
                <span className="small">
                  <Prose text={taker.command.means} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === null ? "" : open.command.label}
        wide
      >
        {open === null ? null : (
          <CommandForm
            key={open.command.type}
            shown={shown}
            command={open.command}
            says={open.data}
            drives={open.command.type !== "SetNote"}
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
