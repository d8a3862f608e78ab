// A person's answer to a decision of a run.
import { optionFields } from "../../core/words/option-fields.ts";
import type { Command, Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { reasonMissing } from "../../core/rules/reason.ts";
import { isRecord } from "../../core/json/record.ts";
import { createDue } from "../jobs/due.ts";
import { configNow, type Engine, groundOf } from "../engine.ts";
import { unknownRun } from "../find.ts";
import { type Folded, recorded } from "../fold.ts";
import { readyIn } from "../landing/worktree-include.ts";
import type { Sent } from "../results.ts";
import type { DoorParts } from "../runner-parts.ts";
import { unhosted } from "../jobs/default-outcomes.ts";

/** Applies a corrected configuration when a person says so, in its current form. */
const reread = async (engine: Engine, folded: Folded, command: Command): Promise<Command> => {
  const { type, data } = command;
  if (type !== "AnswerBase" || !isRecord(data) || data["answer"] !== "again") return command;
  const { root } = groundOf(engine, folded);
  const ready = await readyIn(engine.workspace, root, (await configNow(engine)).ready);
  return { ...command, data: { ...data, ready } };
};

/** @param id a repetition returns the first result */
export const decide = async (
  { engine, folds, door }: DoorParts,
  run: string,
  name: string,
  option: string,
  note: string,
  data: unknown,
  by: Sender,
  id?: string,
): Promise<Sent | Refusal> => {
  // A repeated answer needs no open question.
  const given = id === undefined ? [] : await engine.ledger.read({ run, cause: id });
  if (given.length > 0)
    return { run, events: given.map(recorded), version: given.at(-1)?.version ?? 0 };
  const folded = await folds.newest(run);
  if (folded === null) return unknownRun(run);
  const found = await createDue(engine, folds).job(run, name);
  if (isRefusal(found)) return found;
  const { job } = found;
  if (job.decision === undefined) return refuse("JOB_UNKNOWN", `${job.key} is no decision`);
  const { options } = job.decision;
  const chosen = options.find(({ id }) => id === option);
  if (chosen === undefined)
    return refuse("OPTION_UNKNOWN", `${job.key} has no option ${option}`, {
      fits: `choose one: ${options.map(({ id }) => id).join(", ")}`,
    });
  const missing = reasonMissing(note, chosen.note === "must", "note");
  if (missing !== null) return missing;
  const holder = { name: by.name, agent: null, conversation: null };
  const outcome = unhosted(holder, { is: "decided", option, note, data });
  const commands = await Promise.all(
    folded.protocol.report(job, outcome).map((command) => reread(engine, folded, command)),
  );
  if (commands.length === 0) {
    const fields = optionFields(chosen.fields);
    return refuse("OPTION_INVALID", `what was given is no answer ${option} to ${job.key}`, {
      fits: fields === "" ? "`cairn decide` shows what there is to answer" : `it takes ${fields}`,
    });
  }
  if (chosen.takes === true) {
    const { takeByHand } = await import("../landing/here.ts");
    const untaken = await takeByHand({ engine, door, run }, folded, job);
    if (untaken !== null) return untaken;
  }
  return door({
    run,
    // Facts are read at the commit of the work that it is about.
    said: commands.map((command) => ({ command, by, where: job.key })),
    ...(id === undefined ? {} : { id }),
  });
};
