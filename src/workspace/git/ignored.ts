// Paths of a ground that its trees exclude.
import { isAbsolute, relative, sep } from "node:path";
import { absolute } from "../confine.ts";
import { realOr } from "../disk/look.ts";
import type { Ground } from "../workspace.ts";

/** The ground's ignored paths relative to its root; paths outside don't count anyway. */
export const locatedIgnores = (ground: Ground): readonly string[] => {
  const real = realOr(ground.root);
  const places = ground.ignores.map((path) => absolute(ground.root, path));
  const below = places.flatMap((path) => [
    relative(ground.root, path),
    relative(real, realOr(path)),
  ]);
  const kept = below.filter(
    (path) => path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path),
  );
  return [
    ...new Set(kept.map((path) => Buffer.from(path.replaceAll(sep, "/")).toString("latin1"))),
  ];
};

const ofName = (name: string): string =>
  name === "*" ? "[^/]*" : name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Tests whether a path matches one of these, or is below it; `*` matches any name. `.cairn` is always included. */
export const isInAny = (patterns: readonly string[]): ((path: string) => boolean) => {
  const any = [".cairn", ...patterns].map((pattern) => pattern.split("/").map(ofName).join("/"));
  const meant = new RegExp(`^(?:${any.join("|")})(?:/|$)`);
  return (path) => meant.test(path);
};
