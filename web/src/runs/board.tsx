// Board of runs: one column per state, one card per run.
import { Link } from "wouter";
import { runAddress } from "../address.ts";
import { Progress } from "../style/progress.tsx";
import { type Entry, ownCount, type Section } from "./choice.ts";
import { Do, When, Wrong } from "./row.tsx";
import { runTitle } from "../words.ts";
import { progressWords } from "./wording.ts";
import { Coded } from "../style/prose.tsx";

/** Maximum of cards per column; the list has all. */
const most = 30;

const Card = (entry: Entry) => {
  const { line } = entry;
  return (
    <li className="run board-card">
      <Link className="run-title" href={runAddress(line.run)}>
        <Coded text={runTitle(line)} />{" "}
        {line.name === undefined ? null : <span className="name dim small">{line.name}</span>}
      </Link>
      <Do {...entry} />
      <Wrong {...entry} />
      {line.nodes.of === 0 ? null : <Progress {...line.nodes} words={progressWords(line)} />}
      <p className="small dim">
        {line.nodes.of === 0 ? null : `${progressWords(line)} · `}
        {line.protocol} · <When line={line} />
      </p>
    </li>
  );
};

export const Board = ({ sections }: { readonly sections: readonly Section[] }) => (
  <div className="board">
    {sections.map(({ name, entries }) => (
      <section key={name} aria-label={name}>
        <h2>
          {name} <span className="dim number">{ownCount(entries)}</span>
        </h2>
        <ul>
          {entries.slice(0, most).map((entry) => (
            <Card key={entry.line.run} {...entry} />
          ))}
        </ul>
        {entries.length > most ? (
          <p className="small dim">and {entries.length - most} more, as rows</p>
        ) : null}
      </section>
    ))}
  </div>
);
