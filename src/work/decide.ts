// What may be said of a run's work: nothing lands but what was proved on the head that it lands on.
import type { Proof } from "../core/job.ts";
import { byExit } from "../core/recheck.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import { digest } from "../core/hash.ts";
import { proved } from "./checks.ts";
import type { WorkCommand, WorkCommands, WorkEvent } from "./messages.ts";
import { mostMends } from "./limits.ts";
import { type Candidate, commitOf, isPersons, ontoOf, type Site } from "./site.ts";

type Later = Exclude<keyof WorkCommands, "SetBase">;
/** By the rules of the run's protocol: whether a unit's checks ended well, and what the first that didn't said. */
export type Judge = (
  unit: string,
  proofs: readonly Proof[],
) => { readonly passed: boolean; readonly said: string };

/** What a check that failed said: why, and the end of its output. */
export const failureText = (check: string, why: string, output: string): string =>
  `\`${check}\`: ${why}\n${output.slice(-2_000)}`;
export const saidBy = ({ argv, text }: Proof, why: string): string =>
  failureText(argv.join(" "), why, text);
const saidRed = (proof: Proof | undefined): string =>
  proof === undefined ? "it didn't run" : saidBy(proof, byExit(proof).why);
const isGreen = (proof: Proof | undefined): boolean => proof !== undefined && byExit(proof).passed;

/** Whether the checks of the unit are still to run on what is merged: once merged anew, and for what no protocol looked at. */
export const ownDue = ({ merges, doer }: Pick<Candidate, "merges" | "doer">): boolean =>
  merges > 1 || isPersons({ doer });

/** The repository's own checks come first, then those of the unit; one that was red on the base may still be. */
const landingTried = (site: Site, candidate: Candidate, proofs: readonly Proof[], judge: Judge) => {
  const { checks } = site.ready;
  const { unit } = candidate;
  const named = checks.map(({ name }, index) => ({ name, proof: proofs[index] }));
  const green = named.filter(({ proof }) => isGreen(proof)).map(({ name }) => name);
  const failed = named.filter(({ name }) => !green.includes(name));
  const red = failed.find(({ name }) => !site.expected.includes(name));
  if (red !== undefined)
    return { passed: false, said: `${red.name}: ${saidRed(red.proof)}`, green };
  const excused =
    candidate.merged?.ahead === undefined || failed.length === 0
      ? {}
      : { excused: failed.map(({ name }) => name) };
  return {
    ...(ownDue(candidate) ? judge(unit, proofs.slice(checks.length)) : { passed: true, said: "" }),
    green,
    ...excused,
  };
};
type Decide<K extends Later> = (
  site: Site,
  data: WorkCommands[K]["data"],
  judge: Judge,
) => readonly WorkEvent[] | Refusal;

export const placeNone: Refusal = refuse(
  "PLACE_NONE",
  "the run's jobs work in the checkout itself: nothing of it lands on a branch",
  {
    fits: "git shows what they changed there: `git diff`",
  },
);
export const undelivered: Refusal = refuse(
  "DELIVERY_NONE",
  "the run's work isn't merged into a branch of yours",
  {
    fits: "`cairn merge` does that; only what it merged can be taken back",
  },
);
const none = (unit: string): Refusal =>
  refuse("WORK_UNKNOWN", `${unit} has no work that waits to land`);
const own = (
  site: Site,
  unit: string,
  then: (candidate: Candidate) => readonly WorkEvent[] | Refusal,
): readonly WorkEvent[] | Refusal => {
  const candidate = site.candidates[unit];
  return candidate === undefined ? none(unit) : then(candidate);
};
/** What another job of the unit left joins it first. */
const unjoined = ({ unit, waiting }: Candidate): Refusal | null =>
  waiting.length === 0
    ? null
    : refuse(
        "HEAD_MOVED",
        `the work of ${unit} is joined by that of ${waiting[0]?.doer.job ?? ""} first`,
      );
/** It was read on a head that others have moved since. */
const behind = (site: Site, onto: string): Refusal | null =>
  onto === site.head.commit
    ? null
    : refuse("HEAD_MOVED", `the run's head is ${site.head.commit} by now, not ${onto}`);

/** The landing check is due where not all of the protocol's own checks ran on what would land. */
export const needsTrial = ({ ready }: Site, candidate: Candidate): boolean => {
  const { green, merged } = candidate;
  return (
    (ready.checks.length > 0 || ownDue(candidate)) && (merged === null || green !== merged.commit)
  );
};

/** A check of the repository's hasn't been green on what would land. */
export const isUnproved = ({ ready }: Site, { green, merged }: Candidate): boolean =>
  ready.checks.length > 0 && (merged === null || green !== merged.commit);

const table: { readonly [K in Later]: Decide<K> } = {
  TryBase: ({ ready, tried }, { proofs, setup, fenced }) => {
    if (tried !== null) return [];
    const within = fenced === undefined ? {} : { fenced };
    if (setup !== undefined) return [{ type: "BaseTried", data: { red: [], setup, ...within } }];
    const red = ready.checks.flatMap(({ name }, index) =>
      isGreen(proofs[index]) ? [] : [{ name, said: saidRed(proofs[index]) }],
    );
    return [
      { type: "BaseTried", data: { red, ...within, proofs: [...proved(ready.checks, proofs)] } },
    ];
  },
  AnswerBase({ tried }, { answer, ready }) {
    if (tried === null || tried.answered)
      return refuse("QUESTION_STALE", "nothing that fails on the base waits for an answer");
    if (tried.setup !== undefined && answer === "expect")
      return refuse("OPTION_UNKNOWN", "no job can begin where its folder can't be made ready", {
        fits: "choose one: again, drop",
      });
    if (answer !== "again") return [{ type: "BaseAnswered", data: { answer } }];
    if (ready === undefined)
      return refuse("OPTION_INVALID", "it lacks what the configuration says now", {
        fits: "`cairn decide` shows the question",
      });
    return [
      { type: "BaseAnswered", data: { answer, ready, digest: digest(JSON.stringify(ready)) } },
    ];
  },
  LendInputs({ inputs }, data) {
    const paths = [...new Set([...Object.keys(inputs), ...Object.keys(data.files)])];
    return paths.every((path) => inputs[path] === data.files[path])
      ? []
      : [{ type: "InputsLent", data }];
  },
  TakeWork(site, data) {
    const own = site.candidates[data.unit];
    const known = own === undefined ? [] : [own, ...own.waiting];
    return known.some(({ work }) => work.commit === data.work.commit)
      ? []
      : [{ type: "WorkTaken", data }];
  },
  JoinWork: (site, data) =>
    own(site, data.unit, ({ waiting }) =>
      waiting.length > 0 && commitOf(site, data.unit).commit === data.onto
        ? [{ type: "WorkJoined", data }]
        : refuse("HEAD_MOVED", `the work of ${data.unit} isn't at ${data.onto} any more`),
    ),
  MergeWork: (site, data) =>
    own(site, data.unit, (one) => {
      if (one.merged?.commit === data.merged.commit) return [];
      const below = Object.values(site.candidates).find(
        ({ unit, merged }) => unit !== data.unit && merged?.commit === data.onto,
      );
      if (below !== undefined)
        return [{ type: "WorkMerged", data: { ...data, ahead: below.unit } }];
      return behind(site, data.onto) ?? [{ type: "WorkMerged", data }];
    }),
  ReportConflict: (site, data) =>
    own(site, data.unit, (one) => {
      if (one.trouble?.is === "conflict" && one.trouble.onto === data.onto) return [];
      const onto = ontoOf(site, one).commit;
      return onto === data.onto
        ? [{ type: "ConflictFound", data }]
        : refuse(
            "HEAD_MOVED",
            `the work of ${data.unit} is merged with ${onto} by now, not ${data.onto}`,
          );
    }),
  BeginMend: (site, data) =>
    own(site, data.unit, ({ doer, trouble, mends }) =>
      trouble === null || isPersons({ doer }) || mends.running || mends.begun >= mostMends
        ? refuse("JOB_UNREADY", `there is nothing to mend in the work of ${data.unit}`)
        : [{ type: "MendBegun", data }],
    ),
  EndMend: (site, data) =>
    own(site, data.unit, ({ mends }) => (mends.running ? [{ type: "MendEnded", data }] : [])),
  TryLanding: (site, { unit, commit, proofs }, judge) =>
    own(site, unit, (one) =>
      // What was merged anew meanwhile is tried anew.
      one.merged?.commit === commit
        ? [
            {
              type: "LandingTried",
              data: {
                unit,
                commit,
                ...landingTried(site, one, proofs, judge),
                proofs: [...proved(site.ready.checks, proofs)],
              },
            },
          ]
        : [],
    ),
  TryFinal: (site, data) => behind(site, data.commit) ?? [{ type: "FinalTried", data }],
  AnswerFinal: ({ final, head }, data) =>
    final?.commit !== head.commit || final.red.length === 0 || final.failed
      ? refuse("QUESTION_STALE", "nothing that fails on the final head waits for an answer")
      : [{ type: "FinalAnswered", data }],
  LandWork: (site, { unit, commit }, judge) =>
    own(site, unit, (one) => {
      const { merged, doer } = one;
      if (merged?.commit !== commit)
        return refuse("HEAD_MOVED", `the work of ${unit} was merged anew since ${commit}`);
      const waits = unjoined(one);
      if (waits !== null) return waits;
      const landed = { commit, tree: merged.tree };
      const moved = behind(site, merged.onto);
      if (moved !== null) return moved;
      if (one.trouble !== null)
        return refuse("WORK_UNPROVED", `the work of ${unit} is to be mended first`);
      // A unit without checks of its own passes with none run.
      if (ownDue(one) && one.green !== commit && !judge(unit, []).passed)
        return refuse("WORK_UNPROVED", `the checks of ${unit} aren't green on ${commit}`);
      if (isUnproved(site, one))
        return refuse("WORK_UNPROVED", `the repository's checks aren't green on ${commit}`);
      return [{ type: "WorkLanded", data: { unit, job: doer.job, n: site.landed + 1, landed } }];
    }),
  DropWork: (site, data) => own(site, data.unit, () => [{ type: "WorkDropped", data }]),
  MendAgain: (site, { unit }) => own(site, unit, () => [{ type: "MendsAllowed", data: { unit } }]),
  MoveHead: (_site, data) => [{ type: "HeadMoved", data }],
  Deliver: (_site, data) => [{ type: "Delivered", data }],
  // Two may have taken the same merge back: git did it once, and the one before it stands.
  UndoDelivery: ({ delivery }, { merge }) =>
    delivery?.to === merge ? [{ type: "DeliveryUndone", data: { merge } }] : [],
  DropPlaces: ({ dropped }) => (dropped ? [] : [{ type: "PlacesDropped", data: {} }]),
};

const applied = <K extends Later>(
  site: Site,
  { type, data }: WorkCommands[K] & { readonly type: K },
  judge: Judge,
): readonly WorkEvent[] | Refusal => table[type](site, data, judge);

export const decide = (
  site: Site | null,
  command: WorkCommand,
  judge: Judge,
): readonly WorkEvent[] | Refusal => {
  if (command.type === "SetBase")
    return site === null ? [{ type: "BaseSet", data: command.data }] : [];
  if (site === null) return placeNone;
  return applied(site, command, judge);
};

export const isWorkCommand = (command: { readonly type: string }): command is WorkCommand =>
  command.type === "SetBase" || Object.hasOwn(table, command.type);
