// Verify check of outputs and commits that events name: missing or altered ones.
import type { Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { onFault } from "../on-fault.ts";
import { type CareFinding, type Code, finding } from "./finding.ts";
import type { Walk } from "./walk.ts";

const outputs = async (engine: Engine, walk: Walk): Promise<readonly CareFinding[]> => {
  const [code, words] =
    engine.shelve === undefined
      ? (["KEPT_MISSING", "isn't kept any more"] as const)
      : (["KEPT_ELSEWHERE", "is neither on this machine nor in the ledger"] as const);
  const findings: CareFinding[] = [];
  for (const [subject, version] of walk.outputs) {
    const find = (as: Code, said: string): void => {
      const text = `the output that event ${version} names ${said}`;
      findings.push(finding(as, { run: walk.run, version, subject }, text));
    };
    await onFault(
      async () => {
        if ((await engine.workspace.kept(subject)) === null) find(code, words);
      },
      ({ message }) => find("KEPT_DAMAGED", `can't be read: ${message}`),
    );
  }
  return findings;
};

const commits = async (
  engine: Engine,
  ground: Ground,
  { run, commits: named }: Walk,
): Promise<readonly CareFinding[]> => {
  if (named.size === 0) return [];
  // Other machines commit, too: a missing commit may never have been here.
  const [code, where] = engine.shared
    ? (["COMMIT_ELSEWHERE", "this machine's repository"] as const)
    : (["COMMIT_GONE", "the repository"] as const);
  const ask = { commits: [...named.keys()] };
  const look = async (): Promise<readonly CareFinding[]> => {
    const { commits: there } = await engine.workspace.facts(ground, ask, engine.now());
    return [...named]
      .filter(([commit]) => there[commit] !== true)
      .map(([commit, version]) =>
        finding(
          code,
          { run, version, subject: commit },
          `the commit ${commit} that event ${version} names isn't in ${where}`,
        ),
      );
  };
  return onFault(look, ({ message }) => [
    finding("GIT_UNREADABLE", { run }, `commits that events name can't be looked for: ${message}`),
  ]);
};

export const compareOutside = async (
  engine: Engine,
  ground: Ground,
  walk: Walk,
): Promise<readonly CareFinding[]> => [
  ...(await outputs(engine, walk)),
  ...(await commits(engine, ground, walk)),
];
