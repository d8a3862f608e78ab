// Commits that a run without places needs: its users fetch them, and nothing begins before.
import { isCommitId } from "../../core/commit-id.ts";
import { howMany } from "../../core/how-many.ts";
import { shortId } from "../../core/short-id.ts";
import { type Engine, groundOf } from "../engine.ts";
import { type Folded, pagesOf, recorded } from "../fold.ts";

/** Commits in its events that this repository lacks, in words; null: none. */
export const createMissing = (
  engine: Engine,
  run: string,
): ((folded: Folded) => Promise<string | null>) => {
  let looked = 0;
  const missing = new Set<string>();
  return async (folded) => {
    const { refers } = folded.protocol;
    if (refers === undefined) return null;
    for await (const rows of pagesOf(engine.ledger, run, looked))
      for (const row of rows) {
        looked = row.version;
        if (!refers.types.includes(row.type)) continue;
        for (const commit of refers.of(recorded(row)).commits ?? [])
          if (isCommitId(commit)) missing.add(commit);
      }
    if (missing.size === 0) return null;
    const { commits, repo } = await engine.workspace.facts(
      groundOf(engine, folded),
      { commits: [...missing] },
      engine.now(),
    );
    if (repo === null) return "the run's work has commits, and this tree lies in no git repository";
    for (const [commit, there] of Object.entries(commits)) if (there) missing.delete(commit);
    return missing.size === 0
      ? null
      : `this checkout lacks ${howMany(missing.size, "commit")} that the run's work stands on, such as ${shortId([...missing][0] ?? "")}: bring it by git`;
  };
};
