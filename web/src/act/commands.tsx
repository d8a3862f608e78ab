// Actions of a run: the usual ones as buttons, the others in a list.
import "./act.css";
import { useState } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { useCommands } from "../api/queries.ts";
import { isOver } from "../over.ts";
import { useKey } from "../keys.ts";
import { Prose } from "../style/prose.tsx";
import { Dialog } from "../style/dialog.tsx";
import { type Command, isAtOnce, sortedCommands } from "./command-list.ts";
import { CommandForm } from "./command-form.tsx";
import { FieldErrors } from "./labelled.tsx";
import { Runner } from "./runner.tsx";
import { useCommand } from "./use-command.ts";

const Items = ({
  commands,
  onPick,
}: {
  readonly commands: readonly Command[];
  readonly onPick: (command: Command) => void;
}) => (
  <ul className="listed">
    {commands.map((command) => (
      <li key={command.type}>
        <button type="button" className="plain" onClick={() => onPick(command)}>
          <strong>{command.label}</strong>{" "}
          <span className="dim">
            <Prose text={command.means} />
          </span>
        </button>
      </li>
    ))}
  </ul>
);

type CommandButtonProps = {
  readonly command: Command;
  readonly due: boolean;
  readonly busy: boolean;
  readonly onPick: (command: Command) => void;
};

/** Buttons of the most frequent commands. `due`: what the run waits for. */
const CommandButton = ({ command, due, busy, onPick }: CommandButtonProps) => (
  <button
    type="button"
    title={command.means}
    className={due ? "first" : "command"}
    aria-disabled={busy}
    onClick={() => onPick(command)}
  >
    {command.label}
    {isAtOnce(command) ? null : " …"}
  </button>
);

export const Commands = ({ shown }: { readonly shown: RunAnswer }) => {
  const { data } = useCommands(shown.run);
  /** The command with an open form, which stays whatever changes in the run, or the list of all. */
  const [open, setOpen] = useState<Command | "all" | null>(null);
  const form = open === "all" ? null : open;
  const { send, errors, busy } = useCommand(shown.run);
  const { first, more } = sortedCommands(
    data?.commands ?? [],
    shown.state === "not started" || shown.state === "no runner",
  );
  useKey("commands", () => setOpen("all"));
  const pick = (command: Command): void => {
    if (isAtOnce(command) && open === null) void send(command, {}, [], command.verb === "resume");
    else setOpen(command);
  };
  return (
    <div className="commands">
      <div className="row" role="group" aria-label="Actions">
        <Runner shown={shown} />
        {isOver(shown) ? (
          <Link className="button" href={`/new?again=${encodeURIComponent(shown.run)}`}>
            Run again
          </Link>
        ) : null}
        {first.map((one) => (
          <CommandButton
            key={one.type}
            command={one}
            due={one.verb === "resume" && shown.decisions.length === 0}
            busy={busy}
            onPick={pick}
          />
        ))}
        {more.length === 0 ? null : (
          <button type="button" className="plain" onClick={() => setOpen("all")}>
            More …
          </button>
        )}
      </div>
      <div role="alert">
        <FieldErrors errors={errors} />
      </div>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={form?.label ?? "Actions"}
        wide
      >
        {form === null ? (
          <Items commands={[...first, ...more]} onPick={pick} />
        ) : (
          <CommandForm
            key={form.type}
            shown={shown}
            command={form}
            drives={form.verb === "resume"}
            onDone={() => setOpen(null)}
          />
        )}
      </Dialog>
    </div>
  );
};
