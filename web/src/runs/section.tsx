// Group of runs in the list; a long one opens step by step.
import { useState } from "react";
import { useLocation } from "wouter";
import { runAddress } from "../address.ts";
import { useKey } from "../keys.ts";
import { howMany } from "../../../src/core/words/how-many.ts";
import type { Section } from "./choice.ts";
import { RunRow } from "./row.tsx";

/** Runs shown initially, and added by "more". */
const most = 100;
const more = 200;

export const RunSection = ({ name, lines }: Section) => {
  const [asked, setAsked] = useState(0);
  const left = lines.length - most - asked * more;
  const id = `runs-${name.replaceAll(/\W+/gu, "-")}`;
  return (
    <section className="standing" aria-labelledby={id}>
      <h2 id={id}>
        {name} <span className="dim number">{lines.length}</span>
      </h2>
      <ul>
        {lines.slice(0, most + asked * more).map((line) => (
          <RunRow key={line.run} line={line} section={name} />
        ))}
      </ul>
      {left <= 0 ? null : (
        <button type="button" onClick={() => setAsked(asked + 1)}>
          Show {Math.min(left, more)} of {howMany(left, "more run")}
        </button>
      )}
    </section>
  );
};

/** The key that opens the first question of the listed runs. */
export const useDecisionKey = (shown: readonly Section[]): void => {
  const [, goTo] = useLocation();
  const asked = shown.flatMap(({ lines }) => lines.flatMap(({ decisions }) => decisions))[0];
  useKey("decision", () => {
    if (asked !== undefined) goTo(runAddress(asked.run, { decide: asked.key }));
  });
};
