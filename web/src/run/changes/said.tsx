// Why: remarks on lines are kept together until they are sent as one note with what is done about the task.
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { Shown } from "../../../../src/http/answers.ts";
import { isOver } from "../../over.ts";
import { Takers } from "../node/takers.tsx";
import { followUp, noteOf, type Remark } from "./remarks.ts";

type Props = {
  readonly shown: Shown;
  /** null: they are about the whole run. */
  readonly node: string | null;
  readonly remarks: readonly Remark[];
  readonly onRemarks: (next: (before: readonly Remark[]) => readonly Remark[]) => void;
};

export const Said = ({ shown, node, remarks, onRemarks }: Props) => {
  const box = useRef<HTMLElement>(null);
  const many = useRef(remarks.length);
  useEffect(() => {
    // Whoever asked to comment on a line writes at once.
    if (remarks.length > many.current) {
      const line = document.activeElement;
      box.current
        ?.querySelector<HTMLElement>("li:last-child textarea")
        ?.focus({ preventScroll: true });
      line?.scrollIntoView({ block: "center" });
    }
    many.current = remarks.length;
  }, [remarks.length]);
  if (remarks.length === 0) return null;
  // What is done is taken up by another run.
  const goesOn =
    !isOver(shown) && shown.nodes.some(({ id, status }) => id === node && status !== "done");
  const put = (index: number, text: string): void =>
    onRemarks((before) => before.map((one, place) => (place === index ? { ...one, text } : one)));
  return (
    <section ref={box} className="said" aria-label="Your comments">
      <h3>Your comments</h3>
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
              <button
                type="button"
                className="plain"
                onClick={() => onRemarks((before) => before.filter((_, place) => place !== index))}
              >
                Remove
              </button>
            </p>
            <textarea
              rows={2}
              aria-label={`Comment on ${path}`}
              value={text}
              onChange={({ target }) => put(index, target.value)}
            />
          </li>
        ))}
      </ul>
      {node === null ? null : (
        <Takers
          shown={shown}
          unit={node}
          note={noteOf(remarks)}
          onDone={() => onRemarks(() => [])}
        />
      )}
      {goesOn ? null : (
        <p className="ends">
          <Link className="button first" href={followUp(shown, remarks)}>
            Start a run with {remarks.length === 1 ? "this" : "these"} …
          </Link>
        </p>
      )}
    </section>
  );
};
