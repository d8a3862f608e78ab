// Actions of a run: the usual ones as buttons, all others in a list with a search.
import "./act.css";
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { useCommands } from "../api/queries.ts";
import { isOver } from "../over.ts";
import { useKey } from "../keys.ts";
import { Prose } from "../style/prose.tsx";
import { Dialog } from "../style/dialog.tsx";
import { type Command, isAtOnce, matchingCommands, sortedCommands } from "./command-list.ts";
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
  <ul>
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

/** `others`: commands usually sent by agents and the engine, found by a search only. */
const CommandList = ({
  commands,
  others,
  onPick,
}: {
  readonly commands: readonly Command[];
  readonly others: readonly Command[];
  readonly onPick: (command: Command) => void;
}) => {
  const [words, setWords] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const found = matchingCommands(words.trim() === "" ? commands : [...commands, ...others], words);
  return (
    <div className="listed">
      <input
        type="search"
        aria-label="Search actions"
        placeholder="Search …"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") list.current?.querySelector("button")?.focus();
          if (event.key !== "Enter" || found[0] === undefined) return;
          // Otherwise the same key press would activate the next focused element.
          event.preventDefault();
          onPick(found[0]);
        }}
      />
      <div ref={list}>
        <Items commands={found} onPick={onPick} />
      </div>
      {found.length === 0 ? <p className="dim">No action matches.</p> : null}
    </div>
  );
};

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
  const { first, more, others } = sortedCommands(
    data?.commands ?? [],
    shown.state === "ready" || shown.state === "no runner",
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
        {more.length + others.length === 0 ? null : (
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
          <CommandList commands={[...first, ...more]} others={others} onPick={pick} />
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
