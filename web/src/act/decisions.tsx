// Decisions that wait for a person, one open at a time; an answer leads to the next.
import "./act.css";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { RunAnswer } from "../../../src/http/answers.ts";
import { useAddress } from "../address.ts";
import { isAdrift } from "../focus.ts";
import { useKey } from "../keys.ts";
import { Prose } from "../style/prose.tsx";
import { decisionId, firstLine } from "../words.ts";
import { DecisionCard } from "./decision.tsx";

/** Focuses the open item of a list: its chosen answer, else its first one. */
const focusWithin = (list: Element | null): void => {
  const target =
    list?.querySelector<HTMLElement>(".answer :is(input, textarea, select), .answer .first") ??
    list?.querySelector<HTMLElement>(".choices button");
  target?.focus();
  target?.scrollIntoView({ block: "nearest" });
};

/**
 * Moves the focus to the next opened decision, unless the person focuses something else.
 * @param open id of the open decision
 * @param first the page was opened for a decision
 * @returns call: the next one that opens takes the focus
 */
const useFocusOnNext = (
  list: RefObject<Element | null>,
  open: string | null,
  first: boolean,
): (() => void) => {
  const moving = useRef(first);
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    if (!moving.current || !isAdrift()) return;
    moving.current = false;
    focusWithin(list.current);
  });
  return () => void (moving.current = true);
};

export const Decisions = ({ shown }: { readonly shown: RunAnswer }) => {
  const { decisions } = shown;
  const { get, set } = useAddress();
  const decide = get("decide");
  const [choice, setChoice] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const current =
    decisions.find((decision) => decisionId(decision) === choice) ??
    decisions.find(({ key }) => key === decide) ??
    decisions[0];
  const open = current === undefined ? null : decisionId(current);
  const focusNext = useFocusOnNext(list, open, decide !== null);
  useKey("decision", () => focusWithin(list.current));
  const onAnswered = (): void => {
    setChoice(null);
    if (decide !== null) set({ decide: null, option: null });
  };
  if (decisions.length === 0) return null;
  return (
    <ol className="decisions" ref={list} onSubmit={focusNext}>
      {decisions.map((decision) => {
        const id = decisionId(decision);
        return (
          <li key={id}>
            {id === open ? (
              <DecisionCard
                shown={shown}
                decision={decision}
                proposal={decision.key === decide ? get("option") : null}
                onAnswered={onAnswered}
              />
            ) : (
              <button
                type="button"
                className="plain other"
                onClick={() => {
                  focusNext();
                  setChoice(id);
                }}
              >
                <span className="wait" aria-hidden="true">
                  ◆
                </span>
                <Prose text={firstLine(decision.question)} />
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
};
