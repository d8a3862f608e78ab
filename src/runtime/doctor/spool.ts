// Diagnoses of the spool: ended jobs that no runner has read, that were refused, or that are left over.
import { isOver } from "../../core/over.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { handOver } from "../handover.ts";
import { peekOutcome } from "../outcome.ts";
import { granterOf } from "../runner/granter.ts";
import type { Look } from "../runner/look.ts";
import { worthKeeping } from "../runner/settle.ts";
import {
  always,
  type Case,
  problem,
  type Symptom,
  note,
  type RunKind,
  type WholeKind,
} from "./kind.ts";
import { tend } from "./tend.ts";

/** Why a finished job's outcome would be refused; null: it would count, or is empty. Writes nothing. */
const refusalOf = async ({ driving, folded }: Case, entry: SpoolEntry): Promise<string | null> => {
  const { engine, door } = driving;
  const outcome = await peekOutcome(engine, entry);
  const { job, lease } = entry.job;
  const { protocol } = folded;
  const sent = await handOver(door, { run: entry.run, protocol, job, lease, outcome, dry: true });
  return isRefusal(sent) && worthKeeping(outcome) ? `${sent.code}: ${sent.text}` : null;
};

export const spoolUnread: RunKind = {
  kind: "spool-unread",
  async look(at) {
    const found: Symptom[] = [];
    for (const entry of (await at.look()).entries) {
      if (entry.exit === null || (await refusalOf(at, entry)) !== null) continue;
      const text = `${entry.job.job.key} ended, and no runner has read what it came to`;
      found.push(note(entry.folder, text, "it is read, and counts as if a runner had read it"));
    }
    return found;
  },
  mend: { may: always, act: tend },
};

export const spoolRefused: RunKind = {
  kind: "spool-refused",
  async look(at) {
    const seen = await at.look();
    const found: Symptom[] = [];
    for (const entry of seen.entries) {
      const why = entry.exit === null ? null : await refusalOf(at, entry);
      if (why === null) continue;
      const text = `what ${entry.job.job.key} came to is refused: ${why}`;
      // A report after the end of the run is harmless.
      const severity = isOver(seen.life) ? "note" : "error";
      found.push({
        subject: entry.folder,
        severity,
        text,
        fits: `its report and output lie in ${entry.folder}: take from them what is of use, then move that folder away`,
      });
    }
    return found;
  },
};

export const spoolBroken: RunKind = {
  kind: "spool-broken",
  async look(at) {
    return (await at.look()).broken.map((folder) =>
      problem(
        folder,
        `${folder} holds files that are not whole: no runner reads it`,
        "see what is in it and move it away; the job itself can be taken again",
      ),
    );
  },
};

/** No run of this ledger owns it; another ledger may. */
export const spoolOrphaned: WholeKind = {
  kind: "spool-orphaned",
  async look({ cards, parts }) {
    const there = new Set(cards.map(({ run }) => run));
    const { entries, broken } = await parts.engine.workspace.spool.list();
    const runOf = (folder: string): string => folder.split("/").at(-2) ?? "";
    const folders = [...entries.map(({ folder }) => folder), ...broken].filter(
      (folder) => !there.has(runOf(folder)),
    );
    return folders.map((folder) =>
      problem(
        folder,
        `${folder} belongs to run ${runOf(folder)}, which this ledger doesn't have`,
        "if no other ledger has that run, its output is all that is left of it: look at it, then move that folder away",
      ),
    );
  },
};

/** How long a host may take to end its processes after a request. */
const endMs = 15_000;
const stepMs = 50;
/** A runner grants the same time to jobs that are no longer due. */
const graceMs = 30_000;

const isUnwanted = ({ driving, folded }: Case, seen: Look, entry: SpoolEntry): boolean => {
  const { engine } = driving;
  if (
    entry.exit !== null ||
    entry.host?.is !== "host" ||
    !engine.isHere(granterOf(entry.job.lease).machine)
  )
    return false;
  if (!engine.workspace.processes.alive(entry.host.process)) return false;
  if (isOver(seen.life)) return true;
  const due = seen.jobs.some(({ key }) => key === entry.job.job.key);
  return (
    !due &&
    seen.life === "live" &&
    Date.parse(engine.now()) - Date.parse(folded.at ?? entry.job.at) > graceMs
  );
};

export const hostUnwanted: RunKind = {
  kind: "host-unwanted",
  async look(at) {
    const seen = await at.look();
    return seen.entries
      .filter((entry) => isUnwanted(at, seen, entry))
      .map((entry) =>
        problem(
          entry.folder,
          `${entry.job.job.key} is still being worked on, and ${isOver(seen.life) ? "the run is over" : "it is no longer due"}`,
          "its host is asked to end it, and says what it came to",
        ),
      );
  },
  mend: {
    may: always,
    async act(at, { subject }) {
      const { engine, later } = at.driving;
      const { processes, spool } = engine.workspace;
      const entry = await spool.read(subject);
      if (entry?.host?.is !== "host" || !processes.stop(entry.host.process)) return;
      const { process } = entry.host;
      for (let waited = 0; processes.alive(process) && waited < endMs; waited += stepMs)
        await new Promise<void>((resolve) =>
          later === undefined ? resolve() : void later(stepMs, resolve),
        );
      await tend(at);
    },
  },
};
