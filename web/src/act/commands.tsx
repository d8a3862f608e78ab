// Why: what a person may do with a run is offered where he looks, and everything that its protocol takes is one key away.
import "./act.css";
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { Shown } from "../../../src/http/answers.ts";
import { useCommands } from "../api/queries.ts";
import { isOver } from "../over.ts";
import { useKey } from "../keys.ts";
import { count } from "../words.ts";
import { Prose } from "../style/prose.tsx";
import { Dialog } from "../style/dialog.tsx";
import { type Command, isAtOnce, isDestructive, searched, sorted } from "./command-list.ts";
import { CommandForm } from "./command-form.tsx";
import { Noes } from "./fields.tsx";
import { Runner } from "./runner.tsx";
import { useAct } from "./use-act.ts";

type Open = { readonly is: "list" } | { readonly is: "form"; readonly type: string };

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

/** `others`: of agents and the engine; only who looks for one of them is shown it. */
const Listed = ({
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
  const found = searched(words.trim() === "" ? commands : [...commands, ...others], words);
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
          // Else the same stroke would press what has the focus next.
          event.preventDefault();
          onPick(found[0]);
        }}
      />
      <div ref={list}>
        <Items commands={found} onPick={onPick} />
      </div>
      {found.length === 0 ? <p className="dim">No action matches.</p> : null}
      {others.length === 0 || words.trim() !== "" ? null : (
        <details>
          <summary className="dim">
            {count(others.length, "action")} that agents and the engine usually take
          </summary>
          <Items commands={others} onPick={onPick} />
        </details>
      )}
    </div>
  );
};

export const Commands = ({ shown }: { readonly shown: Shown }) => {
  const { data } = useCommands(shown.run);
  const [open, setOpen] = useState<Open | null>(null);
  const { send, found, busy } = useAct(shown.run);
  const { first, more, others } = sorted(
    data?.commands ?? [],
    shown.life,
    shown.state === "ready" || shown.state === "no runner",
  );
  const isDue = ({ verb }: Command): boolean => verb === "resume" && shown.decisions.length === 0;
  useKey("commands", () => setOpen({ is: "list" }));
  const pick = (command: Command): void => {
    if (isAtOnce(command) && open === null) void send(command, {}, [], command.verb === "resume");
    else setOpen({ is: "form", type: command.type });
  };
  const formed =
    open?.is === "form" ? data?.commands.find(({ type }) => type === open.type) : undefined;
  return (
    <div className="commands">
      <div className="row" role="group" aria-label="Actions">
        <Runner shown={shown} />
        {isOver(shown) ? (
          <Link className="button" href={`/new?again=${encodeURIComponent(shown.run)}`}>
            Run again
          </Link>
        ) : null}
        {first.map((command) => (
          <button
            key={command.type}
            type="button"
            title={command.means}
            className={
              isDue(command) ? "first" : isDestructive(command) ? "command danger" : "command"
            }
            aria-disabled={busy}
            onClick={() => pick(command)}
          >
            {command.label}
            {isAtOnce(command) ? null : " …"}
          </button>
        ))}
        {more.length + others.length === 0 ? null : (
          <button type="button" className="plain" onClick={() => setOpen({ is: "list" })}>
            More …
          </button>
        )}
      </div>
      <div role="alert">
        <Noes noes={found} />
      </div>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={formed === undefined ? "Actions" : formed.label}
        wide
      >
        {formed === undefined ? (
          <Listed commands={[...first, ...more]} others={others} onPick={pick} />
        ) : (
          <CommandForm
            key={formed.type}
            shown={shown}
            command={formed}
            drives={formed.verb === "resume"}
            onDone={() => setOpen(null)}
          />
        )}
      </Dialog>
    </div>
  );
};
