// Doctor's look at what runs need of this machine: agents, fence, variables, checkouts, the ledger's server.
import { takesOver } from "../../core/words/shell-word.ts";
import { isOver } from "../../core/over.ts";
import type { Card } from "../../core/row.ts";
import { siteOf } from "../../landing/site.ts";
import { agentFor, configOfRun } from "../config.ts";
import type { Engine } from "../engine.ts";
import { fenceLacking, lackingWords, overlaysLacking } from "../agents/fence-here.ts";
import type { Folds } from "../fold.ts";
import { secretsWords } from "../agents/held-back.ts";
import { nullOnFault } from "../on-fault.ts";
import { rolesOf } from "../agents/roles.ts";
import { missingFor } from "../runner/agents.ts";
import type { Look } from "../runner/look.ts";
import { straysOf } from "../adoption/strays.ts";
import { type CareFinding, finding } from "./finding.ts";

type Parts = { readonly engine: Engine; readonly folds: Folds };

/** Roles of a live run that were given to a program that isn't there. One without an agent is a valid choice. */
export const lookAtAgents = async (
  { engine }: Parts,
  run: string,
  { folded, jobs, life }: Look,
): Promise<readonly CareFinding[]> => {
  const { protocol, state } = folded;
  const config = configOfRun(engine.config, state);
  const { personal } = config;
  const findings: CareFinding[] = [];
  for (const role of isOver(life) ? [] : rolesOf(folded, jobs)) {
    const agent = role.program === undefined ? agentFor(config, protocol.name, role.name) : null;
    const isAsked = role.program !== undefined || agent !== null;
    const why = isAsked ? await missingFor(engine, folded, role) : null;
    if (why === null) continue;
    const isPersonal = agent !== null && personal?.agents.includes(agent) === true;
    const file = isPersonal ? personal.path : "cairn.config.json of this repository";
    const ways = [
      ...(agent === null
        ? []
        : [`install it or mend its argv in ${file}`, 'give the role to "hand"']),
      ...(role.otherwise === undefined ? [] : [role.otherwise]),
    ];
    const text = role.program === undefined ? `role ${role.name}: ${why}` : why;
    findings.push(
      finding("AGENT_MISSING", { run, subject: role.name, fits: ways.join(", or ") }, text),
    );
  }
  return findings;
};

const fences = async (engine: Engine): Promise<readonly CareFinding[]> => {
  const [lacking, cold] = [await fenceLacking(engine), await overlaysLacking(engine)];
  const code = engine.config.fence.use === "required" ? "FENCE_REQUIRED" : "FENCE_MISSING";
  const findings: CareFinding[] = [];
  if (lacking !== null)
    findings.push(finding(code, { fits: lacking.mend }, `${lackingWords(engine)}: ${lacking.why}`));
  const text = `jobs don't have your caches, and compile and fetch anew: ${cold?.why ?? ""}`;
  if (cold !== null) findings.push(finding("CACHES_COLD", { fits: cold.mend }, text));
  return findings;
};

const passes = "name what jobs need in `fence.passes` of cairn.config.json, or an agent's `passes`";
const shows = "if it needs a login there, name the file in `fence.shows` of cairn.config.json";

/** As `cairn run` has them here, and registries' logins that setup may need. */
const secrets = async (engine: Engine): Promise<readonly CareFinding[]> => {
  const { fence, ready } = engine.config;
  const findings: CareFinding[] = [];
  const said = await secretsWords(engine);
  if (said !== null) findings.push(finding("SECRETS_HELD", { fits: passes }, said));
  if (fence.use === "off" || fence.shows.length > 0) return findings;
  const { read } = (await engine.workspace.fences()).keys(engine.base, ready.setup?.argv ?? []);
  const text = `setup doesn't see ${read.join(", ")}`;
  return read.length === 0
    ? findings
    : [...findings, finding("SECRETS_HELD", { fits: shows }, text)];
};

/** Locks of killed merges in checkouts that runs land in: until removed, the user's git reports another git process. */
const locks = async (
  { engine, folds }: Parts,
  cards: readonly Card[],
): Promise<readonly CareFinding[]> => {
  const roots = new Set<string>();
  for (const { run, root } of cards)
    if (siteOf((await nullOnFault(() => folds.newest(run)))?.state) !== null)
      roots.add(engine.resolve(engine.base, root));
  const places = roots.size === 0 ? null : await engine.workspace.places();
  const found = await Promise.all(
    [...roots].map(async (subject) => ({ subject, killed: await places?.killed(subject) })),
  );
  return found.flatMap(({ subject, killed }) => {
    if (killed === null || killed === undefined) return [];
    const text =
      killed.lock === null
        ? "a `cairn merge` or `cairn undo` that was killed has written a part of its files into this checkout"
        : `${killed.lock} is the lock of a \`cairn merge\` or \`cairn undo\` that was killed: it keeps git out of this checkout`;
    return [finding(killed.isHalf ? "CHECKOUT_HALF" : "CHECKOUT_LOCKED", { subject }, text)];
  });
};

const server = async ({ ledger }: Engine): Promise<readonly CareFinding[]> =>
  ((await ledger.undurable?.()) ?? []).map((subject) =>
    finding(
      "LEDGER_UNDURABLE",
      { subject },
      `the ledger's server runs with ${subject} = off: what it acknowledged may be gone when its machine loses power`,
    ),
  );

/** Spool folders of runs that the ledger doesn't have. */
const orphans = async (
  { workspace }: Engine,
  cards: readonly Card[],
): Promise<readonly CareFinding[]> => {
  const runs = new Set(cards.map(({ run }) => run));
  const { entries, broken } = await workspace.spool.list();
  return [...entries.map(({ folder }) => folder), ...broken].flatMap((subject) => {
    const run = subject.split("/").at(-2) ?? "";
    const text = `${subject} belongs to run ${run}, which this ledger doesn't have; another one may`;
    return runs.has(run) ? [] : [finding("SPOOL_UNKNOWN", { subject }, text)];
  });
};

const strays = async (engine: Engine, cards: readonly Card[]): Promise<readonly CareFinding[]> =>
  (await straysOf(engine, cards)).map((subject) =>
    finding(
      "FOLDER_UNKNOWN",
      { subject, fits: `${takesOver(subject)}, if it isn't another ledger's` },
      `${subject === "." ? "the top of the repository" : subject} looks like a run's folder, and no run of this ledger has it`,
    ),
  );

/** The ledger's surroundings: none belongs to a single run, and none stops another. */
export const surroundings: readonly ((
  parts: Parts,
  cards: readonly Card[],
) => Promise<readonly CareFinding[]>)[] = [
  ({ engine }) => server(engine),
  ({ engine }) => fences(engine),
  ({ engine }) => secrets(engine),
  locks,
  ({ engine }, cards) => orphans(engine, cards),
  ({ engine }, cards) => strays(engine, cards),
];
