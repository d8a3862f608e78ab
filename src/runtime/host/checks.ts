// Checks of a job, run by the engine itself as evidence (invariant 12): program, exit, output and tree.
import { onFault } from "../on-fault.ts";
import { isCheckFile } from "../../core/checks/check-files.ts";
import { matchesAny } from "../../core/glob.ts";
import { firstOf } from "../../core/words/how-many.ts";
import type { Check, Proof } from "../../core/job.ts";
import type { Path } from "../../core/row.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { Fault } from "../../core/refusal.ts";
import { utf8Text } from "../../core/utf8.ts";
import type { Moment } from "../../core/span.ts";
import { ranNoTest } from "./test-runners.ts";
import { noTestRan } from "../../core/checks/zero-tests.ts";
import type { CleanCheckout } from "./clean-checkout.ts";
import { runIn, type Trying, tryOnEmpty } from "./empty-tree.ts";
import { checkEnv } from "./env.ts";
import { realHands } from "./hands.ts";
import { keepOutput, keptLimit } from "./kept-output.ts";

/** `on`: the commit in `ground`. `known`: it was already proved that these checks can fail. `clean`: each begins on that commit. */
export type Checking = Trying & {
  readonly on: Moment;
  readonly known?: boolean;
  readonly clean?: CleanCheckout;
};
type Bare = Omit<Proof, "tree" | "head">;

const command = async (
  check: Extract<Check, { argv: unknown }>,
  checking: Checking,
): Promise<Bare> => {
  const { workspace, ground, mark, env, hands = realHands } = checking;
  const output = keepOutput();
  const cwd = await hands.folder(ground.root, check.cwd);
  const ran =
    cwd === null
      ? {
          exit: null,
          why: `cannot be started: there is no folder ${check.cwd} in the working tree`,
          ms: 0,
          bytes: 0,
        }
      : await runIn(
          checking,
          { argv: check.argv, env: checkEnv(env, check.env, mark), cwd, ms: check.ms },
          output,
        );
  const text = output.text();
  const isEmpty = ran.exit === 0 && ran.bytes <= keptLimit && ranNoTest(check.argv, text);
  return {
    argv: check.argv,
    cwd: check.cwd,
    exit: isEmpty ? null : ran.exit,
    why: isEmpty ? noTestRan : ran.why,
    ms: ran.ms,
    digest: await workspace.keep(text),
    bytes: ran.bytes,
    text,
  };
};

const read = async (
  { read: path }: Extract<Check, { read: unknown }>,
  { workspace, ground, hands = realHands }: Checking,
): Promise<Bare> => {
  const began = hands.elapsed();
  const proof = async (
    exit: number | null,
    why: string | null,
    bytes: number,
    kept: string | Uint8Array,
    text: string,
  ): Promise<Bare> => ({
    argv: [],
    cwd: path,
    exit,
    why,
    ms: Math.round(hands.elapsed() - began),
    digest: await workspace.keep(kept),
    bytes,
    text,
  });
  const look = async () => {
    const bytes = await workspace.bytes(ground, path);
    if (bytes === null) return proof(null, "no such file", 0, "", "");
    const text = utf8Text(bytes);
    const first = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
    if (text === null) return proof(0, null, bytes.length, bytes, first);
    const output = keepOutput();
    output.add(bytes);
    return proof(0, null, bytes.length, redact(text), output.text());
  };
  const unread = ({ message }: Fault) => proof(null, `cannot be read: ${message}`, 0, "", "");
  return onFault(look, unread, ["PATH_OUTSIDE", "FILE_OVERSIZED"]);
};

const shownPaths = 5;
type Ran = { readonly bare: Bare; readonly wrote?: string };
const failed = (bare: Bare, why: string): Ran => ({ bare: { ...bare, exit: null, why } });

/**
 * A check that rewrites what the run changed, or what checks go by, proves nothing about the commit.
 * Other files that it rewrites, or that its configuration names, are its own matter, and are put back.
 */
const onCommit = async (
  bare: Bare,
  check: Check,
  strayed: readonly Path[],
  clean: CleanCheckout,
): Promise<Ran> => {
  if (strayed.length === 0) return { bare };
  const ofRun = new Set(await clean.ofRun());
  const own = strayed.filter((path) => ofRun.has(path));
  if (own.length > 0)
    return failed(
      bare,
      `files of the commit were changed while it ran: ${firstOf(own, shownPaths)}`,
    );
  const writes = "argv" in check ? (check.writes ?? []) : [];
  const unknown = strayed.filter((path) => !matchesAny(writes, path));
  const bent = unknown.filter(isCheckFile);
  if (bent.length > 0)
    return failed(
      bare,
      `files by which checks go were changed while it ran: ${firstOf(bent, shownPaths)}; if it is meant to, name them in this check in cairn.config.json: "writes": ${JSON.stringify(bent.slice(0, shownPaths))}`,
    );
  if (unknown.length === 0) return { bare };
  return {
    bare,
    wrote: `\`${bare.argv.join(" ")}\` rewrites ${firstOf(unknown, shownPaths)}, which counts as long as the run changes none of them, and is put back; to say that it is known, name them in this check in cairn.config.json: "writes": ${JSON.stringify(unknown.slice(0, shownPaths))}`,
  };
};

/** Runs one check, with the tree if it differs from the commit's; an abort leaves the checkout, which is no longer used. */
const checkOne = async (check: Check, checking: Checking): Promise<Ran> => {
  const { clean, stop } = checking;
  const pin = "argv" in check ? check.pin : undefined;
  const run = (): Promise<Bare> =>
    "argv" in check ? command(check, checking) : read(check, checking);
  if (clean === undefined) return { bare: await run() };
  const checked = pin === undefined ? null : await clean.pin(pin);
  const ran = await run();
  if (stop.aborted) return { bare: ran };
  const told = await onCommit(ran, check, await clean.settle(), clean);
  if (checked === null) return told;
  await clean.pin(null);
  return { ...told, bare: { ...told.bare, checked } };
};

/** Runs the checks in order, each on the same commit; null if stopped midway: half a proof is none. */
export const runChecks = async (
  checks: readonly Check[],
  checking: Checking,
): Promise<{
  readonly proofs: readonly Proof[];
  /** What each check rewrote that counts nonetheless, in words. */
  readonly wrote: readonly string[];
} | null> => {
  const { on, stop } = checking;
  const proofs: Proof[] = [];
  const rewrites: string[] = [];
  for (const check of checks) {
    const { bare, wrote } = await checkOne(check, checking);
    if (wrote !== undefined) rewrites.push(wrote);
    if (stop.aborted) return null;
    const asks = checking.known !== true && bare.exit !== null && bare.why === null;
    const onEmpty = asks && "argv" in check ? await tryOnEmpty(check, bare.ms, checking) : null;
    proofs.push({
      ...bare,
      ...on,
      ...(onEmpty === null ? {} : { onEmpty }),
    });
  }
  return stop.aborted ? null : { proofs, wrote: rewrites };
};
