// Verify check of outputs and commits that events name: missing or altered ones.
import type { Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import type { TrustFinding } from "../findings.ts";
import { finding, unreadable } from "./codes.ts";
import type { ExternalReferences } from "./walk.ts";
import { onFault } from "../on-fault.ts";

export const compareReferred = async (
  engine: Engine,
  ground: Ground,
  run: string,
  named: ExternalReferences,
): Promise<readonly TrustFinding[]> => {
  const { workspace } = engine;
  const findings: TrustFinding[] = [];
  for (const [digest, version] of named.outputs) {
    const where = { run, version, path: `kept/${digest.slice(0, 2)}/${digest}` };
    const output = `the output ${digest} that event ${version} names`;
    const look = async (): Promise<TrustFinding | null> => {
      if ((await workspace.kept(digest)) !== null) return null;
      return engine.shelve === undefined
        ? finding("KEPT_MISSING", where, `${output} isn't kept any more`)
        : finding(
            "KEPT_ELSEWHERE",
            where,
            `${output} is neither on this machine nor in the ledger`,
          );
    };
    const found = await onFault(look, ({ message }) =>
      finding("KEPT_DAMAGED", where, `the output that event ${version} names: ${message}`),
    );
    if (found !== null) findings.push(found);
  }
  return [...findings, ...(await gone(engine, ground, run, named.commits))];
};

const gone = async (
  engine: Engine,
  ground: Ground,
  run: string,
  commits: ReadonlyMap<string, number>,
): Promise<readonly TrustFinding[]> => {
  if (commits.size === 0) return [];
  // Other machines commit, too: a missing commit may never have been here.
  const [code, where] = engine.shared
    ? (["COMMIT_ELSEWHERE", "this machine's repository"] as const)
    : (["COMMIT_GONE", "the repository"] as const);
  const look = async (): Promise<readonly TrustFinding[]> => {
    const { commits: there, repo } = await engine.workspace.facts(
      ground,
      { commits: [...commits.keys()] },
      engine.now(),
    );
    const gone = [...commits].filter(([commit]) => there[commit] !== true);
    if (repo === null && gone.length === commits.size) {
      const [first = 0] = commits.values();
      return [
        finding(
          "COMMIT_GONE",
          { run, version: first },
          `events name ${commits.size} commits, and the run's root lies in no git repository`,
        ),
      ];
    }
    return gone.map(([commit, version]) =>
      finding(
        code,
        { run, version },
        `the commit ${commit} that event ${version} names isn't in ${where}`,
      ),
    );
  };
  const what = "whether the commits that events name are there can't be seen";
  return onFault(look, (fault) => [unreadable(run, what, fault)]);
};
