// Page of all runs: those that need a person first, then running ones, then finished ones.
import "./runs.css";
import { useMemo, useRef } from "react";
import { Link } from "wouter";
import { useAddress } from "../address.ts";
import { useRuns } from "../api/queries.ts";
import { clamp } from "../words.ts";
import { useStepKeys } from "../keys.ts";
import { Advice } from "../style/advice.tsx";
import { AnyTrouble, Awaited } from "../style/trouble.tsx";
import { sections } from "./choice.ts";
import { Filters } from "./filters.tsx";
import { RunSection, useDecisionKey } from "./section.tsx";

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

/** Before the first run. */
const Empty = () => (
  <main>
    <div className="empty">
      <h1>No runs here yet</h1>
      <p>A run is all the work on one goal: agents do it, checks prove it, and you merge it.</p>
      <p>
        <Link className="button first" href="/new">
          Start a run
        </Link>
      </p>
      <p className="dim">
        <Advice text="In a terminal, `cairn adopt PATH` takes over work that is in a folder already, and `cairn demo` plays a demo with scripted agents." />
      </p>
    </div>
  </main>
);

export const Runs = () => {
  const { data: lines, error } = useRuns();
  const { get } = useAddress();
  const words = get("q") ?? "";
  const box = useRef<HTMLElement>(null);
  const shown = useMemo(() => sections(lines ?? [], words), [lines, words]);
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
      <Filters toFirst={() => step(box.current, 1)} />
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
