// Checks of a run's work on a commit of the user that it wasn't proved on, before it is delivered there.
import { byExit } from "../../core/recheck.ts";
import { repositoryChecks } from "../../landing/checks.ts";
import { failureText, saidBy } from "../../landing/trials.ts";
import { type Commit, siteOf, withSite } from "../../landing/site.ts";
import type { Engine } from "../engine.ts";
import { type Folded, readLog } from "../fold.ts";
import { checkHere } from "../runner/check-here.ts";
import { checkoutsOf } from "./recheck.ts";

/** Names of the checks whose criteria hold now: others may stay red. */
const heldIn = async (
  engine: Engine,
  run: string,
  folded: Folded,
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    folded.protocol
      .evidence(folded.state, await readLog(engine, run, folded.version))
      .filter(({ status }) => ["proved", "captured", "stale"].includes(status))
      .map(({ unit, number, check, text }) => [`${unit} ${number}`, check ?? text]),
  );

/** `failed`: what each red check printed. Records nothing. Fault SETUP_FAILED. */
export const triedOn = async (
  engine: Engine,
  run: string,
  folded: Folded,
  { commit, tree }: Commit,
): Promise<{ readonly ran: number; readonly failed: readonly string[] }> => {
  const site = siteOf(folded.state);
  if (site === null) return { ran: 0, failed: [] };
  const { protocol, state } = folded;
  const there = { ...site, head: { commit, tree }, candidates: {} };
  const checkouts = checkoutsOf(engine, run, { ...folded, state: withSite(state, there) });
  const held = await heldIn(engine, run, folded);
  const failed: string[] = [];
  const due = repositoryChecks(site);
  const own = protocol.rechecks(state).filter(({ unit, number }) => held.has(`${unit} ${number}`));
  if (due.length + own.length === 0) return { ran: 0, failed };
  try {
    const ground = await checkouts.of("");
    for (const [index, one] of due.entries()) {
      const name = site.ready.checks[index]?.name ?? "";
      const proof = await checkHere(engine, ground, one);
      const { passed, why } = byExit(proof);
      if (!passed && !site.expected.includes(name)) failed.push(`${name}: ${saidBy(proof, why)}`);
    }
    for (const { unit, number, check, judge } of own) {
      const proof = await checkHere(engine, ground, check);
      const { passed, why } = judge(proof);
      const name = held.get(`${unit} ${number}`) ?? unit;
      if (!passed) failed.push(failureText(name, why, proof.text).trimEnd());
    }
  } finally {
    await checkouts.free();
  }
  return { ran: due.length + own.length, failed };
};
