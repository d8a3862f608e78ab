// Checks of a run's work on a commit of the user that it wasn't proved on, before it is delivered there.
import { failureText } from "../../landing/trials.ts";
import { type Commit, siteOf, withSite } from "../../landing/site.ts";
import type { Engine } from "../engine.ts";
import { type Folded, readLog } from "../fold.ts";
import { checkHere } from "../checks/check-here.ts";
import { checkoutsOf, type Tried, tryRepository } from "../checks/clean-checkouts.ts";

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

/** Records nothing. Fault SETUP_FAILED. */
export const triedOn = async (
  engine: Engine,
  run: string,
  folded: Folded,
  { commit, tree }: Commit,
): Promise<Tried> => {
  const site = siteOf(folded.state);
  if (site === null) return { ran: 0, failed: [] };
  const { protocol, state } = folded;
  const there = { ...site, head: { commit, tree }, candidates: {} };
  const checkouts = checkoutsOf(engine, run, { ...folded, state: withSite(state, there) });
  const held = await heldIn(engine, run, folded);
  const own = protocol.rechecks(state).filter(({ unit, number }) => held.has(`${unit} ${number}`));
  try {
    const { ran, failed } = await tryRepository(engine, folded, checkouts, "");
    const red = [...failed];
    for (const { unit, number, check, judge } of own) {
      const proof = await checkHere(engine, await checkouts.of(""), check);
      const { passed, why } = judge(proof);
      const name = held.get(`${unit} ${number}`) ?? unit;
      if (!passed) red.push(failureText(name, why, proof.text).trimEnd());
    }
    return { ran: ran + own.length, failed: red };
  } finally {
    await checkouts.free();
  }
};
