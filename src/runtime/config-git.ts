// How machines that share a ledger share commits, as the configuration says it.
import type { Finding } from "../core/message.ts";
import { type Fields, isText, onlyKeys, section } from "./config-fields.ts";

/** `remote`: null: they don't. */
export type GitConfig = { readonly remote: string | null };

export const readGit = (top: Fields, findings: Finding[]): GitConfig => {
  const runner = section(top["runner"], "/runner", []);
  for (const key of ["pull", "push"].filter((one) => Object.hasOwn(runner, one)))
    findings.push({
      pointer: `/runner/${key}`,
      text: 'is no more: cairn carries commits itself, by {"git": {"remote": "origin"}}',
    });
  const git = section(top["git"], "/git", findings, '{"remote": "origin"}');
  onlyKeys(git, ["remote"], "/git", "git", findings);
  const { remote = null } = git;
  // A name alone: an address may hold a password, and would be told in messages.
  if (isText(remote) && /^\w[\w./-]*$/u.test(remote)) return { remote };
  if (remote !== null)
    findings.push({
      pointer: "/git/remote",
      text: "must name a remote of the repository, such as origin",
    });
  return { remote: null };
};
