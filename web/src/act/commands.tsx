// Actions of a run as buttons: those of the command line's verbs that its rules accept now.
import "./act.css";
import { useState } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { useCommands } from "../api/queries.ts";
import { isOver } from "../../../src/core/over.ts";
import { Dialog } from "../style/dialog.tsx";
import { type Command, CommandForm } from "./command-form.tsx";
import { FieldErrors } from "./labelled.tsx";
import { Runner } from "./runner.tsx";
import { useCommand } from "./use-command.ts";

/** Of all protocols, in order. */
const verbs = ["pause", "resume", "reopen", "cancel", "archive", "unarchive"];
/** Without a form: another button reverts them. */
const isAtOnce = ({ verb }: Command): boolean => verb === "pause" || verb === "resume";

export const Commands = ({ shown }: { readonly shown: RunAnswer }) => {
  const { data } = useCommands(shown.run);
  /** The command with an open form, which stays whatever changes in the run. */
  const [form, setForm] = useState<Command | null>(null);
  const { send, errors, busy } = useCommand(shown.run);
  // Nothing is running that could be paused.
  const still = shown.state === "not started" || shown.state === "no runner";
  const offered = verbs.flatMap((verb) =>
    (data?.commands ?? []).filter((one) => one.verb === verb && !(still && verb === "pause")),
  );
  return (
    <div className="commands">
      <div className="row" role="group" aria-label="Actions">
        <Runner shown={shown} />
        {isOver(shown.life) ? (
          <Link className="button" href={`/new?again=${encodeURIComponent(shown.run)}`}>
            Run again
          </Link>
        ) : null}
        {offered.map((command) => (
          <button
            key={command.type}
            type="button"
            title={command.means}
            className={
              command.verb === "resume" && shown.decisions.length === 0 ? "first" : undefined
            }
            aria-disabled={busy}
            onClick={() =>
              isAtOnce(command)
                ? void send(command, {}, [], command.verb === "resume")
                : setForm(command)
            }
          >
            {command.label}
            {isAtOnce(command) ? null : " …"}
          </button>
        ))}
      </div>
      <div role="alert">
        <FieldErrors errors={errors} />
      </div>
      <Dialog open={form !== null} onClose={() => setForm(null)} title={form?.label ?? ""} wide>
        {form === null ? null : (
          <CommandForm shown={shown} command={form} onDone={() => setForm(null)} />
        )}
      </Dialog>
    </div>
  );
};
