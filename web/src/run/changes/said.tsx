// Why: remarks on lines are kept together until they are sent as one note with what is done about the task.
import { useState } from "react";
import type { Shown } from "../../../../src/http/answers.ts";
import { CommandForm } from "../../act/command-form.tsx";
import { type Command, nameOf, sorted } from "../../act/command-list.ts";
import { useCommands } from "../../api/queries.ts";
import { Dialog } from "../../style/dialog.tsx";
import { noteOf, type Remark, takersOf } from "./remarks.ts";

type Props = {
  readonly shown: Shown;
  readonly node: string;
  readonly remarks: readonly Remark[];
  readonly onRemarks: (remarks: readonly Remark[]) => void;
};

export const Said = ({ shown, node, remarks, onRemarks }: Props) => {
  const { data } = useCommands(shown.run);
  const [open, setOpen] = useState<Command | null>(null);
  if (remarks.length === 0) return null;
  const put = (index: number, text: string): void => onRemarks(remarks.map((one, place) => (place === index ? { ...one, text } : one)));
  const { more, first } = sorted(data?.commands ?? [], shown.life);
  const takers = takersOf([...first, ...more], node, noteOf(remarks));
  const taker = takers.find(({ command }) => command === open);
  return (
    <section className="said" aria-label="what you say of it">
      <h3>What you say of it</h3>
      <ul>
        {remarks.map(({ path, line, code, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no other name
          <li key={index}>
            <p className="small">
              <code>
                {path}
                {line === null ? null : `:${line}`}
              </code>{" "}
              <code className="dim">{code.trim()}</code>
              <button type="button" className="plain" onClick={() => onRemarks(remarks.filter((_, place) => place !== index))}>
                take it back
              </button>
            </p>
            <textarea rows={2} aria-label={`about ${path}`} value={text} onChange={({ target }) => put(index, target.value)} />
          </li>
        ))}
      </ul>
      <p className="ends">
        {takers.map(({ command }) => (
          <button key={command.type} type="button" title={command.means} onClick={() => setOpen(command)}>
            {nameOf(command)} with this …
          </button>
        ))}
        {data !== undefined && takers.length === 0 ? <span className="dim">Nothing takes a note about {node} now.</span> : null}
      </p>
      <Dialog open={taker !== undefined} onClose={() => setOpen(null)} title={taker === undefined ? "" : nameOf(taker.command)} wide>
        {taker === undefined ? null : (
          <CommandForm
            key={taker.command.type}
            shown={shown}
            command={taker.command}
            says={taker.data}
            onDone={() => {
              setOpen(null);
              onRemarks([]);
            }}
          />
        )}
      </Dialog>
    </section>
  );
};
