// Outcomes of hosted jobs, read from their spool folders: the same value however often one is read.
import { onFault } from "../on-fault.ts";
import type { AgentOutput, Driver } from "../../agents/agent.ts";
import { isConversationName } from "../../core/agents/conversation-name.ts";
import { digest } from "../../core/hash.ts";
import { turnedWords } from "../../core/reports/agent-fault.ts";
import type { AgentFault, Outcome, Result, TreeFacts } from "../../core/job.ts";
import { refusedTimes } from "../../core/reports/misfit.ts";
import { redact, redactValue } from "../../core/secrets/redact.ts";
import { Fault } from "../../core/refusal.ts";
import { readReport } from "../../core/reports/report-block.ts";
import type { Path } from "../../core/row.ts";
import { believed } from "../../core/agents/usage.ts";
import { aboutOf, unready } from "../../landing/about.ts";
import type { SpoolEntry, Workspace } from "../../workspace/workspace.ts";
import { keepOutput } from "../host/kept-output.ts";
import { momentOf, unmeasured } from "./default-outcomes.ts";

/** Bytes of each stream for the driver, head and tail together: an agent's last message is at its end. */
const heardLimit = 8 * 1_048_576;

/** Maximum length of a reason for people; longer ones are cut, with a note. */
const refusedLimit = 2_048;
const shortened = (text: string): string =>
  text.length <= refusedLimit
    ? text
    : `${text.slice(0, refusedLimit)}… (${text.length - refusedLimit} characters left out)`;

const interruptedWords = "interrupted by a person";

export type Reading = {
  readonly workspace: Workspace;
  /** Undefined: no such driver. */
  readonly driver: (name: string) => Promise<Driver | undefined>;
  readonly now: () => string;
};

/** Texts of the files that the job permits reading. Paths that its agent redirected outside count as missing, and so does everything in a removed place: the process that removed it died before it finished. */
const filesOf = async (
  { workspace, now }: Reading,
  entry: SpoolEntry,
): Promise<Readonly<Record<Path, string>>> => {
  const texts: Record<Path, string> = {};
  // An agent's work is read where it works, even in a clean checkout, where nothing lands.
  const { at, ...lies } = entry.job.ground;
  const ground = entry.job.agent === null && at !== undefined ? { ...lies, at } : lies;
  const absent = ["PATH_OUTSIDE", "FILE_OVERSIZED", "ROOT_MISSING"];
  for (const path of entry.job.job.reads) {
    const read = () => workspace.facts(ground, { files: [path] }, now());
    const file = (await onFault(read, () => null, absent))?.files[path];
    if (file !== null && file !== undefined) texts[path] = redact(file.text);
  }
  return texts;
};

type Reason = Extract<Result, { is: "ended" }>["reason"];

/** The host's fault, which ended the program, with the time of reset that its driver read. */
const faultOf = (hosts: AgentFault | null, read: AgentFault | null): AgentFault | null =>
  hosts === null || read?.retryAt === undefined ? (hosts ?? read) : read;

/** Why the job is given back without the cost of a try; null: it isn't. */
const turnedAway = (
  fault: AgentFault | null,
  forgot: boolean,
): Pick<Extract<Result, { is: "unstarted" }>, "why" | "turned" | "forgotten"> | null => {
  if (forgot) return { why: "its program doesn't know the conversation any more", forgotten: true };
  return fault?.retryAt === undefined ? null : { why: turnedWords(fault), turned: fault };
};

const tellings = (
  conversation: string | null,
  usage: AgentOutput["usage"],
): Pick<Extract<Result, { is: "unstarted" }>, "conversation" | "usage"> => ({
  ...(conversation === null || !isConversationName(conversation) ? {} : { conversation }),
  ...(usage === undefined ? {} : { usage: believed(usage) }),
});

const heard = async (
  reading: Reading,
  entry: SpoolEntry,
  exit: number | null,
  reason: Reason,
): Promise<Result> => {
  const { workspace } = reading;
  const { folder, job } = entry;
  const [out, err, handed, refused] = await Promise.all([
    workspace.spool.text(folder, "out", heardLimit),
    workspace.spool.text(folder, "err", heardLimit),
    workspace.spool.reports(folder),
    workspace.spool.refusal(folder),
  ]);
  const name = job.agent?.config.driver;
  const driver = name === undefined ? undefined : await reading.driver(name);
  if (name !== undefined && driver === undefined) {
    throw new Fault(
      "DRIVER_UNKNOWN",
      `${job.job.key} was done by driver ${name}, which this program doesn't have`,
      "read its outcome with the cairn that started it",
    );
  }
  const read = driver?.read(out, err, exit, entry.exit?.at);
  const { message, fault, wrong, conversation, usage } = read ?? {
    message: "",
    fault: null,
    wrong: undefined,
    conversation: null,
  };
  const kept = keepOutput();
  for (const text of [out, err]) if (text !== "") kept.add(Buffer.from(text));
  const text = kept.text();
  const { found, report } = readReport(message, handed, job.job.key);
  const met = faultOf(entry.exit?.fault ?? null, fault);
  // One that was begun afresh would be told so again and again.
  const forgot = read?.unknown === true && job.agent?.resumes === true;
  const turned = found === "one" ? null : turnedAway(met, forgot);
  if (turned !== null) return { is: "unstarted", ...turned, ...tellings(conversation, usage) };
  return {
    is: "ended",
    exit,
    reason,
    found,
    report: redactValue(report),
    message: redact(message),
    errors: redact(wrong === undefined ? err : `${err.trimEnd()}\n${wrong}`)
      .trimEnd()
      .slice(-2_048),
    ...(refused === null || found !== "none"
      ? {}
      : { refused: shortened(redact(refusedTimes(refused))) }),
    fault: met,
    ...tellings(conversation, usage),
    output: text === "" ? null : await workspace.keep(text),
  };
};

/** A folder that couldn't be made ready is the trouble of the unit whose work lies in it, not of the run; null: another reason, or a job that says so itself. */
const unreadyResult = async (
  { workspace }: Reading,
  { job, agent }: SpoolEntry["job"],
  why: string,
): Promise<Result | null> => {
  const work = aboutOf(job)?.work;
  if (!why.startsWith(unready) || work === "base" || work === "mend") return null;
  const output = await workspace.keep(why);
  if (agent !== null)
    return {
      is: "ended",
      exit: null,
      reason: "exit",
      found: "none",
      report: null,
      message: "",
      errors: why,
      fault: null,
      output,
    };
  const bytes = Buffer.byteLength(why);
  const short = why.split("\n")[0] ?? unready;
  const about = { exit: null, ms: 0, digest: output, bytes, text: why } as const;
  const measured = { tree: null, head: null } as const;
  const proofs = (job.checks ?? []).map((check) =>
    "argv" in check
      ? { argv: check.argv, cwd: check.cwd, why: short, ...about, ...measured }
      : { argv: [], cwd: check.read, why: short, ...about, ...measured },
  );
  return { is: "checked", proofs, measured };
};

const resultOf = async (reading: Reading, entry: SpoolEntry): Promise<Result> => {
  const { exit, host, job } = entry;
  if (exit === null) {
    if (host?.is === "void") return { is: "unstarted", why: host.why };
    return heard(reading, entry, null, "lost");
  }
  if (exit.unstarted !== null)
    return (
      (await unreadyResult(reading, job, exit.unstarted)) ?? {
        is: "unstarted",
        why: exit.unstarted,
      }
    );
  if (job.agent === null && exit.proofs !== null)
    return {
      is: "checked",
      proofs: exit.proofs,
      measured: momentOf(job.spot),
    };
  if (exit.reason !== "interrupted") return heard(reading, entry, exit.exit, exit.reason);
  const told = await heard(reading, entry, exit.exit, "killed");
  // An earlier submission counts; otherwise the job is returned without costing an attempt.
  if (told.is !== "ended" || told.found !== "none") return told;
  const { conversation, usage } = told;
  return {
    is: "unstarted",
    why: interruptedWords,
    ...(conversation === undefined ? {} : { conversation }),
    ...(usage === undefined ? {} : { usage }),
  };
};

/** An agent's work is taken from its place when the job is settled; a check leaves its commit as it is. */
const measuredBy = ({ exit, job: { agent, spot } }: SpoolEntry): TreeFacts => {
  const { tree, commit } = spot.from;
  const before = { ...unmeasured(tree), headBefore: commit };
  return agent !== null || exit === null || exit.proofs === null
    ? before
    : { ...before, after: tree, headAfter: commit };
};

/** The outcome of a hosted job; without `exit.json` it is lost, or was never launched if its `host.json` is void. */
export const readOutcome = async (reading: Reading, entry: SpoolEntry): Promise<Outcome> => ({
  holder: entry.job.lease.holder,
  hosted: true,
  done: entry.job.agent?.config.done ?? "report",
  tree: measuredBy(entry),
  ...(entry.job.fence === undefined
    ? {}
    : { fenced: entry.job.fence.network ? "online" : "offline" }),
  files: entry.exit === null && entry.host?.is === "void" ? {} : await filesOf(reading, entry),
  ...(await resultOf(reading, entry)),
});

/** The same for viewing, without storing its output. */
export const peekOutcome = (
  { workspace, driver, now }: Reading,
  entry: SpoolEntry,
): Promise<Outcome> => {
  const keep: Workspace["keep"] = (bytes) => Promise.resolve(digest(bytes));
  return readOutcome({ workspace: { ...workspace, keep }, driver, now }, entry);
};
