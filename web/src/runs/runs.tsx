// Page of all runs: those that need a person first, then running ones, then finished ones.
import "./runs.css";
import { useMemo, useRef } from "react";
import { Link, useSearchParams } from "wouter";
import { useRuns } from "../api/queries.ts";
import { clamp } from "../words.ts";
import { useStepKeys } from "../keys.ts";
import { AnyTrouble, Awaited } from "../style/trouble.tsx";
import { readChoice, sections } from "./choice.ts";
import { useDecisionKey } from "./decision-key.ts";
import { Empty } from "./empty.tsx";
import { Filters } from "./filters.tsx";
import { RunSection } from "./section.tsx";

/** Moves the focus between titles in display order. */
const step = (box: HTMLElement | null, by: 1 | -1): void => {
  const links = [...(box?.querySelectorAll<HTMLElement>("a.run-title") ?? [])];
  const at = links.findIndex(
    (link) => link.closest(".run")?.contains(document.activeElement) === true,
  );
  const next = links[at === -1 ? 0 : clamp(at + by, 0, links.length - 1)];
  next?.focus();
  next?.closest(".run")?.scrollIntoView({ block: "nearest" });
};

export const Runs = () => {
  const { data: lines, error } = useRuns();
  const [search] = useSearchParams();
  const box = useRef<HTMLElement>(null);
  const choice = useMemo(() => readChoice(search), [search]);
  const shown = useMemo(() => sections(lines ?? [], choice), [lines, choice]);
  useStepKeys((by) => step(box.current, by));
  useDecisionKey(shown);
  if (lines === undefined)
    return (
      <main>
        <Awaited error={error}>Loading runs …</Awaited>
      </main>
    );
  if (lines.length === 0) return <Empty />;
  return (
    <main className="runs" ref={box}>
      <h1 className="hidden">Runs</h1>
      <AnyTrouble error={error} />
      <Filters lines={lines} choice={choice} toFirst={() => step(box.current, 1)} />
      {shown.map((section) => (
        <RunSection key={section.name} {...section} />
      ))}
      {shown.length > 0 ? null : (
        <p className="empty">
          No run fits that. <Link href="/">Show all</Link>
        </p>
      )}
    </main>
  );
};
