// Checks of a stuck unit on a person's manual fix, which counts only if all pass.
import type { Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { CheckedAgain, Sent } from "../results.ts";
import type { Due } from "../jobs/due.ts";
import type { Views } from "../system/views.ts";
import { unknownRun } from "../find.ts";
import { type Answer, commandsOf, mendedNote, restingWords, type Way, wayOf } from "./mending.ts";
import { leastReport } from "../../core/reports/least-report.ts";
import type { Holder } from "../../core/row.ts";
import { failureText } from "../../landing/trials.ts";
import { siteOf, unitOf } from "../../landing/site.ts";
import type { Folded } from "../fold.ts";
import { asMended, takeByHand } from "../landing/here.ts";
import { leftLines } from "../landing/left-words.ts";
import { checkoutsOf, type Tried, tryRepository } from "./clean-checkouts.ts";
import { decide } from "../send/decide.ts";
import { grantTo, startClaim } from "../claims/claim.ts";
import { release, report } from "../claims/hand-in.ts";
import { landingIn } from "../claims/place.ts";
import { recheck } from "./recheck.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { endLease } from "../jobs/leases.ts";

type At = RunnerParts & {
  readonly run: string;
  readonly folded: Folded;
  readonly unit: string;
  readonly by: Sender;
};

/** Runs all checks on the state that a person left; records nothing. */
const triedNow = async (at: At, way: Way): Promise<Tried | Refusal> => {
  const { engine, run, folded, unit } = at;
  const job =
    way.is === "landing"
      ? { key: "hand", subject: way.candidate.unit, role: way.candidate.doer.role }
      : way.is === "back"
        ? way.back.job
        : way.job;
  const mended = await asMended(engine, run, folded, job);
  if ("conflicts" in mended)
    return {
      ran: 1,
      failed: [`it conflicts with what has landed: ${mended.conflicts.join(", ")}`],
    };
  const own = await recheck(engine, run, mended.folded, unit);
  if (isRefusal(own)) return own;
  const names = new Map(
    folded.protocol
      .evidence(folded.state, [], unit)
      .map((one) => [`${one.unit} ${one.number}`, one.check ?? one.text]),
  );
  const failed = own.flatMap(({ unit: of, number, passed, why, text }) =>
    passed
      ? []
      : [failureText(names.get(`${of} ${number}`) ?? String(number), why, text).trimEnd()],
  );
  const left = leftLines(mended.left, "");
  if (failed.length > 0) return { ran: own.length, failed: [...failed, ...left] };
  const checkouts = checkoutsOf(engine, run, mended.folded);
  const subject = unitOf(folded.protocol, job);
  try {
    const whole = await tryRepository(engine, mended.folded, checkouts, subject);
    const isRed = whole.failed.length > 0;
    return { ran: own.length + whole.ran, failed: isRed ? [...whole.failed, ...left] : [] };
  } finally {
    await checkouts.free();
  }
};

const unchecked = ({ run, unit }: At, way: Way): Refusal => {
  const first = way.is === "landing" ? null : way.first;
  return refuse(
    "CHECK_NONE",
    `nothing is run to check ${unit}: whether it is mended is a person's word`,
    {
      fits:
        first === null
          ? `give it by \`cairn job claim ${run} ${unit}\` and \`cairn job report ${run} --done "…"\``
          : `\`cairn decide ${run} ${first.job.key}\` shows what there is to answer`,
    },
  );
};

/** Its checks can prove nothing, since a criterion has none; said before anything is answered or begun. */
const unprovable = ({ run, unit, folded }: At, way: Way): Refusal | null => {
  const job = way.is === "job" || way.is === "program" ? way.job : null;
  const data = job === null ? null : leastReport(job, mendedNote);
  if (job === null || data === null || isRefusal(data)) return null;
  const no = folded.protocol.misfit?.(job, data) ?? null;
  const first = way.is === "landing" ? null : way.first;
  const retry =
    first === null ? "" : `cairn decide ${run} ${first.job.key} ${first.option.id}, then `;
  const fits = `${retry}\`cairn job claim ${run} ${unit} --here\`, then ${no?.fits ?? "report"}`;
  return no === null ? null : { ...no, fits };
};

const answer = async ({ door, run, folded, by }: At, first: Answer): Promise<Sent | Refusal> => {
  const sender = siteOf(folded.state) === null ? by : { ...by, job: first.job.key };
  return door({
    run,
    said: commandsOf(folded, first, by).map((command) => ({ command, by: sender })),
  });
};

/** Takes the lease before the answer makes the job due, so that no runner can start it in between. */
const reported = async (at: At, way: Extract<Way, { is: "job" }>): Promise<Sent | Refusal> => {
  const { engine, run, by, folded } = at;
  const data = leastReport(way.job, mendedNote);
  if (isRefusal(data)) return data;
  const holder: Holder = { name: by.name, agent: null, conversation: null };
  const lease = await grantTo(engine, run, way.job, holder);
  if (isRefusal(lease)) return lease;
  const first = way.first === null ? null : await answer(at, way.first);
  if (first !== null && isRefusal(first)) {
    await endLease(engine, lease);
    return first;
  }
  const started = await startClaim(landingIn(at, run, []), folded, way.job, lease, true);
  if (isRefusal(started)) return started;
  const sent = await report(at, run, lease.token, data);
  if (isRefusal(sent)) {
    await release(at, run, lease.token, `${sent.code}: ${sent.text}`);
    return sent;
  }
  return { ...sent, events: [...(first?.events ?? []), ...started.events, ...sent.events] };
};

/** For work that didn't land: takes what the person left, or retries the same work. */
const relanded = async (
  at: At,
  { candidate, job }: Extract<Way, { is: "landing" }>,
): Promise<Sent | Refusal> => {
  const { door, run, folded, by, folds } = at;
  const like = {
    key: `hand-${candidate.unit}-${candidate.n}`,
    subject: candidate.unit,
    role: candidate.doer.role,
  };
  const untaken = await takeByHand(at, folded, like);
  if (untaken !== null) return untaken;
  const now = await folds.newest(run);
  const still = siteOf(now?.state)?.candidates[candidate.unit]?.trouble ?? null;
  if (still === null) return { run, events: [], version: now?.version ?? folded.version };
  const allowed = { type: "MendAgain", data: { unit: candidate.unit, reason: mendedNote } };
  return door({
    run,
    said: [{ command: allowed, by, ...(job === null ? {} : { where: job.key }) }],
  });
};

const handedBack = async (at: At, way: Extract<Way, { is: "back" }>): Promise<Sent | Refusal> => {
  const { run, by } = at;
  const first = way.first === null ? null : await answer(at, way.first);
  if (first !== null && isRefusal(first)) return first;
  const { back } = way;
  const sent = await decide(at, run, back.job.key, back.option.id, mendedNote, null, by);
  return isRefusal(sent) ? sent : { ...sent, events: [...(first?.events ?? []), ...sent.events] };
};

/** If red, records nothing and leaves all unchanged. If green, records the fix, and the run's driver repeats the same checks for the record. */
export const checkAgain = async (at: At, way: Way): Promise<CheckedAgain | Refusal> => {
  const { unit, run, folded } = at;
  const told = (
    sent: Sent | Refusal,
    ran: number,
    serve: readonly string[] = [],
  ): CheckedAgain | Refusal =>
    isRefusal(sent)
      ? sent
      : { run, unit, ran, failed: [], events: sent.events, version: sent.version, serve };
  const no = unprovable(at, way);
  if (no !== null) return no;
  if (way.is === "program") {
    const untaken = await takeByHand(at, folded, way.job);
    if (untaken !== null) return untaken;
    const first =
      way.first === null
        ? { run, events: [], version: folded.version }
        : await answer(at, way.first);
    return told(first, 1, [way.job.role, "checks"]);
  }
  const tried = await triedNow(at, way);
  if (isRefusal(tried)) return tried;
  if (tried.ran === 0) return unchecked(at, way);
  if (tried.failed.length > 0)
    return { run, unit, ...tried, events: [], version: folded.version, serve: [] };
  if (way.is === "landing") return told(await relanded(at, way), tried.ran);
  return told(way.is === "back" ? await handedBack(at, way) : await reported(at, way), tried.ran);
};

export const stuckUnit = async (
  asked: Pick<Due, "standings"> & Pick<Views, "timeline">,
  parts: RunnerParts,
  run: string,
  unit: string,
  by: Sender,
): Promise<CheckedAgain | Refusal> => {
  if (by.kind !== "person")
    return refuse("SENDER_WRONG", "whether something was mended by hand is a person's to say", {
      fits: "an agent reports its own job: `cairn job report`",
    });
  const folded = await parts.folds.newest(run);
  if (folded === null) return unknownRun(run);
  const [standings, attempts] = [await asked.standings(run), await asked.timeline(run)];
  if (isRefusal(standings)) return standings;
  if (isRefusal(attempts)) return attempts;
  const names = [
    ...new Set([
      ...folded.protocol.view(folded.state).nodes.map(({ id }) => id),
      ...standings.map(({ job }) => job.subject),
    ]),
  ];
  if (!names.includes(unit))
    return refuse("UNIT_UNKNOWN", `run ${run} has no ${unit.slice(0, 64)}`, {
      fits: `one of: ${names.slice(0, 24).join(", ")}`,
    });
  const resting = restingWords(run, folded);
  if (resting !== null) return resting;
  const tried = attempts.some(({ kind, subject }) => kind === "agent" && subject === unit);
  const at = { ...parts, run, folded, unit, by };
  const way = await wayOf(at, standings, unit, tried, by);
  return isRefusal(way) ? way : checkAgain(at, way);
};
