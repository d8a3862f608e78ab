// Hook after a command: records it with its exit as a candidate or claim, never as a proof.
import type { Criterion } from "../core/view.ts";
import { mask } from "../core/secrets/redact/shape.ts";
import { isRefusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { keepCandidate } from "./candidates.ts";
import type { Caller } from "./caller.ts";
import type { HookCall } from "./hook-call.ts";
import { commandOf, exitOf } from "./tools.ts";

const plainly = (command: string): string => command.trim().replaceAll(/\s+/gu, " ");

/** The criterion that names this exact command and has no claim or proof yet: one claim is enough. */
const wanted = (criteria: readonly Criterion[], command: string): Criterion | undefined =>
  criteria.find(
    ({ check, claim, status }) =>
      claim === null &&
      status !== "proved" &&
      check !== null &&
      plainly(check) === plainly(command),
  );

/** Submits a claim in the way the protocol accepts; false: the protocol refuses it. */
const claimed = async (
  system: System,
  { card, standing: { job }, token }: Caller,
  command: string,
): Promise<void> => {
  if (token === null) return;
  const [loaded, criteria] = [
    await system.load(card.run),
    await system.evidence(card.run, job.subject),
  ];
  if (isRefusal(loaded) || isRefusal(criteria)) return;
  const criterion = wanted(criteria, command);
  // Looks up the holder last: few commands match a criterion, and the lookup costs more than the rest.
  const by = criterion === undefined ? null : await system.holder(card.run, token);
  if (criterion === undefined || by === null || isRefusal(by)) return;
  const text = `ran ${command}: exit 0 (as its program told)`;
  const note =
    loaded.protocol.says?.note(job, { text, criterion: criterion.number, command, path: null }) ??
    null;
  if (note !== null) await system.send(card.run, [note], by);
};

export const capture = async (
  system: System,
  caller: Caller,
  call: HookCall,
  at: string,
): Promise<void> => {
  const command = commandOf(call);
  // Calls of cairn are in the ledger already and say nothing about the work.
  if (command === null || /^cairn\b/u.test(command)) return;
  const exit = exitOf(call);
  const { job } = caller.standing;
  const { token, holder } = caller.lease;
  // A token looks like any digest, but its value is known here.
  const safe = command.replaceAll(token, mask);
  keepCandidate(system.workspace.home, caller.card.run, {
    at,
    unit: job.subject,
    job: job.key,
    by: holder.name,
    command: safe,
    exit,
  });
  if (exit === 0) await claimed(system, caller, command);
};
