// Tidy rules of package-lock.json: the same tree from `npm ci` on every platform.
import { type Finding, type Rule, each } from "../rule.ts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wrong = (packages: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(packages).flatMap(([name, entry]) => {
    if (!isObject(entry)) return [`${name} is no entry`];
    // A folder of this repository, whose content is in no package: it has an entry of its own.
    const { link, resolved } = entry;
    if (
      link === true &&
      typeof resolved === "string" &&
      /^\w/u.test(resolved) &&
      resolved in packages
    )
      return [];
    if (resolved !== undefined) return [`${name} has an address`];
    if (name !== "" && name.includes("node_modules/") && !("integrity" in entry))
      return [`${name} has no digest`];
    // A registry that lags behind with another platform's packages leaves them out of the lock without a word.
    const platforms = isObject(entry["optionalDependencies"])
      ? Object.keys(entry["optionalDependencies"])
      : [];
    return platforms
      .filter(
        (one) =>
          !(`node_modules/${one}` in packages) && !(`${name}/node_modules/${one}` in packages),
      )
      .map(
        (one) =>
          `${name} wants ${one}, which is not in the lock: pin a version that has all its platforms`,
      );
  });

export const lock: Rule = {
  name: "lock: every package of every platform is pinned, by its digest and by no address",
  find: each(
    (path) => path === "package-lock.json",
    ({ text }): readonly Omit<Finding, "path">[] => {
      const found: unknown = JSON.parse(text);
      const packages = isObject(found) ? found["packages"] : null;
      return (isObject(packages) ? wrong(packages) : ["is no lock file of version 3"]).map(
        (what) => ({ line: 1, text: what }),
      );
    },
  ),
  bad: [
    {
      "package-lock.json":
        '{ "packages": { "node_modules/a": { "integrity": "x", "resolved": "https://a.example/a.tgz" } } }',
    },
    { "package-lock.json": '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }' },
    {
      "package-lock.json":
        '{ "packages": { "node_modules/a": { "integrity": "x", "optionalDependencies": { "a-darwin": "1" } } } }',
    },
    {
      "package-lock.json":
        '{ "packages": { "node_modules/a": { "resolved": "../a", "link": true }, "../a": {} } }',
    },
    {
      "package-lock.json":
        '{ "packages": { "node_modules/a": { "resolved": "a", "link": true } } }',
    },
    {
      "package-lock.json":
        '{ "packages": { "a": { "optionalDependencies": { "a-darwin": "1" } } } }',
    },
    { "package-lock.json": "{}" },
  ],
  good: [
    {
      "package-lock.json":
        '{ "packages": { "": {}, "node_modules/a": { "integrity": "x", "optionalDependencies": { "b": "1" } }, "node_modules/b": { "integrity": "y" } } }',
    },
    {
      "package-lock.json":
        '{ "packages": { "node_modules/a": { "resolved": "a", "link": true }, "a": {} } }',
    },
  ],
};
