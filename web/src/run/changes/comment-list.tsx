// Comments of a reader on lines, until they are sent as one note.
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { isOver } from "../../../../src/core/over.ts";
import { CommentCommands } from "../node/node-commands.tsx";
import { followUpLink, noteOf, type LineComment } from "./comments.ts";

type Props = {
  readonly shown: RunAnswer;
  /** null: about the whole run. */
  readonly node: string | null;
  readonly comments: readonly LineComment[];
  readonly onComments: (next: (before: readonly LineComment[]) => readonly LineComment[]) => void;
};

export const CommentList = ({ shown, node, comments, onComments }: Props) => {
  const box = useRef<HTMLElement>(null);
  const before = useRef(comments.length);
  useEffect(() => {
    // A new comment gets the focus.
    if (comments.length > before.current) {
      const line = document.activeElement;
      box.current
        ?.querySelector<HTMLElement>("li:last-child textarea")
        ?.focus({ preventScroll: true });
      line?.scrollIntoView({ block: "center" });
    }
    before.current = comments.length;
  }, [comments.length]);
  if (comments.length === 0) return null;
  // A new run continues finished work.
  const isOpen =
    !isOver(shown.life) && shown.nodes.some(({ id, status }) => id === node && status !== "done");
  const put = (index: number, text: string): void =>
    onComments((all) => all.map((one, place) => (place === index ? { ...one, text } : one)));
  return (
    <section ref={box} className="said" aria-label="Your comments">
      <h3>Your comments</h3>
      <ul>
        {comments.map(({ path, line, code, text }, index) => (
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
                onClick={() => onComments((all) => all.filter((_, place) => place !== index))}
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
        <CommentCommands
          shown={shown}
          unit={node}
          reason={noteOf(comments)}
          onDone={() => onComments(() => [])}
        />
      )}
      {isOpen ? null : (
        <p className="ends">
          <Link className="button first" href={followUpLink(shown, comments)}>
            Start a run with {comments.length === 1 ? "this" : "these"} …
          </Link>
        </p>
      )}
    </section>
  );
};
