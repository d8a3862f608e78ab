// Why: what waits for a person is taken one after the other, the first one open; whoever answers is led to the next.
import "./act.css";
import { useEffect, useRef, useState } from "react";
import type { Shown } from "../../../src/http/answers.ts";
import { useView } from "../address.ts";
import { useKey } from "../keys.ts";
import { Prose } from "../style/prose.tsx";
import { DecisionCard } from "./decision.tsx";

const nameOf = ({ run, key }: Shown["decisions"][number]): string => `${run} ${key}`;

/** What is open in a list: its chosen answer, else its first one. */
const goal = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>(".answer :is(input, textarea, select), .answer .first") ??
  within?.querySelector<HTMLElement>(".choices button") ??
  null;

export const Decisions = ({ shown }: { readonly shown: Shown }) => {
  const { decisions } = shown;
  const [{ decide, option }, go] = useView();
  const [picked, setPicked] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const wanted =
    decisions.find((asked) => nameOf(asked) === picked) ??
    decisions.find(({ key }) => key === decide) ??
    decisions[0];
  const open = wanted === undefined ? null : nameOf(wanted);
  const moving = useRef(decide !== null);
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    // Whoever looks elsewhere by now is left alone.
    if (!moving.current || document.activeElement !== document.body) return;
    moving.current = false;
    const next = goal(list.current);
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  });
  useEffect(
    () => () => {
      // The last one was answered: the keys go back to the page.
      if (moving.current && document.activeElement === document.body)
        document.querySelector<HTMLElement>("#page")?.focus();
    },
    [],
  );
  useKey("decision", () => {
    const next = goal(list.current);
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  });
  const answered = (): void => {
    setPicked(null);
    if (decide !== null) go({ decide: null, option: null }, { instead: true });
  };
  if (decisions.length === 0) return null;
  return (
    <ol className="decisions" ref={list} onSubmit={() => void (moving.current = true)}>
      {decisions.map((asked) =>
        nameOf(asked) === open ? (
          <li key={nameOf(asked)}>
            <DecisionCard
              shown={shown}
              asked={asked}
              proposed={asked.key === decide ? option : null}
              onAnswered={answered}
            />
          </li>
        ) : (
          <li key={nameOf(asked)}>
            <button
              type="button"
              className="plain other"
              onClick={() => {
                moving.current = true;
                setPicked(nameOf(asked));
              }}
            >
              <span className="wait" aria-hidden="true">
                ◆
              </span>
              <Prose text={asked.question.split("\n")[0] ?? ""} />
            </button>
          </li>
        ),
      )}
    </ol>
  );
};
