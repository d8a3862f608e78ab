// Links of a work that lead out of its tree: what they show isn't the commit's.
import { posix } from "node:path";
import { objectsBy } from "../git/batch.ts";
import { type Ask, readable } from "../git/git.ts";
import type { LeftOut } from "../places.ts";
import { inStore, type Repository } from "./repository.ts";
import { rawRecords } from "./screen.ts";

const leadsOut = (name: string, to: string): boolean =>
  posix.isAbsolute(to) || /^\.\.(?:\/|$)/u.test(posix.join(posix.dirname(name), to));

export const linksOut = async (
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly LeftOut[]> => {
  const ask: Ask = (args, rest) => inStore(repository, args, rest);
  const words = ["diff-tree", "-r", "-z", "--no-renames", from, to];
  const links = rawRecords((await ask(words)).out).filter(({ mode }) => mode === "120000");
  const targets = await objectsBy(
    ask,
    links.map(({ id }) => id),
  );
  return links.flatMap(({ name }, at) =>
    leadsOut(name, targets[at]?.bytes.toString("latin1") ?? "/")
      ? [{ path: readable(name), why: "link" } as const]
      : [],
  );
};
