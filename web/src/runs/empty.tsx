// Runs page before the first run: an explanation of runs, and how to start one.
import { Link } from "wouter";
import { Advice } from "../style/advice.tsx";

export const Empty = () => (
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
