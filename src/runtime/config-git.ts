// Reader of the configuration of how machines share commits.
import { type Fields, isText, onlyKeys, section, type Wrong } from "./config-fields.ts";

/** `remote`: null: no exchange of commits. */
export type GitConfig = { readonly remote: string | null };

export const readGit = (top: Fields, wrong: Wrong): GitConfig => {
  const runner = section(top["runner"], "/runner", () => undefined);
  for (const key of ["pull", "push"].filter((one) => Object.hasOwn(runner, one)))
    wrong(
      `/runner/${key}`,
      'is no more: cairn carries commits itself, by {"git": {"remote": "origin"}}',
    );
  const git = section(top["git"], "/git", wrong, '{"remote": "origin"}');
  onlyKeys(git, ["remote"], "/git", "git", wrong);
  const { remote = null } = git;
  // Only a name: an address may contain a password and would appear in messages.
  if (isText(remote) && /^\w[\w./-]*$/u.test(remote)) return { remote };
  if (remote !== null) wrong("/git/remote", "must name a remote of the repository, such as origin");
  return { remote: null };
};
