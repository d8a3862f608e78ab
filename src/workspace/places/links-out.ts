// Links of a work that lead out of its tree: what they show isn't the commit's.
import { posix } from "node:path";
import { objectsBy } from "../git/batch.ts";
import { readable } from "../git/git.ts";
import type { LeftOut } from "../places.ts";
import { differences } from "../git/trees.ts";
import { askStore, type Repository } from "./repository.ts";

const leadsOut = (name: string, to: string): boolean =>
  posix.isAbsolute(to) || /^\.\.(?:\/|$)/u.test(posix.join(posix.dirname(name), to));

export const linksOut = async (
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly LeftOut[]> => {
  const ask = askStore(repository);
  const links = (await differences(ask, from, to)).filter(({ mode }) => mode === "120000");
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
