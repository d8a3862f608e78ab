// Refusals of merges and undos, with the commands to type.
import { shortId } from "../../core/words/short-id.ts";
import { firstOf } from "../../core/words/how-many.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import type { Site } from "../../landing/site.ts";

const most = 10;
export const listed = (files: readonly Path[]): string => firstOf(files, most);

/** Untracked files stand in the way like changed ones; no other is put aside. `:/` is git's for the root, wherever it is typed. */
const putAside = (files: readonly Path[]): string =>
  `\`git stash push -u${files.length > most ? "" : ` -- ${files.map((path) => asTyped(`:/${path}`)).join(" ")}`}\``;

export const noneLanded = (run: string): Refusal =>
  refuse("LANDING_NONE", "no work of this run has landed yet", {
    fits: `how it stands: \`cairn status ${run}\``,
  });
export const gone = (run: string, { branch }: Site): Refusal =>
  refuse("PLACES_DROPPED", `${branch} and the run's places were dropped`, {
    fits: `what happened is in \`cairn log ${run}\``,
  });

/** `shown`: the branch checked out when the merge was offered. */
export const branchRefused = (run: string, shown: string | null, now: string | null): Refusal => {
  const back = shown === null ? "" : `\`git switch ${asTyped(shown)}\`, then merge; or `;
  return refuse(
    "BRANCH_OTHER",
    `${now ?? "no branch"} is checked out now, not ${shown ?? "the commit that was"}; nothing was merged`,
    { fits: `${back}merge into ${now ?? "what is checked out"}: \`cairn merge ${run}\`` },
  );
};

/** A killed merge or undo has written a part of its files, beside the user's changes. */
export const halfThere = (command: string, files: readonly Path[]): Refusal =>
  refuse(
    "CHANGES_TOUCHED",
    `a merge or undo that was killed left a part of its files here, and you have changed ${listed(files)} since; nothing more was changed`,
    {
      fits: `copy your lines of these files elsewhere, then \`git restore\` them, or remove those that git doesn't track; then: \`${command}\`, which finishes the killed one`,
    },
  );

export const mergeRefused = (
  run: string,
  branch: string,
  files: readonly Path[],
  is: "conflict" | "touches",
): Refusal =>
  is === "conflict"
    ? refuse(
        "MERGE_CONFLICT",
        `the run's work conflicts with yours in ${listed(files)}; nothing was merged`,
        {
          fits: `merge by hand: \`git merge ${branch}\`, then resolve the conflicts in these files and commit`,
        },
      )
    : refuse(
        "CHANGES_TOUCHED",
        `you have uncommitted changes in files that the merge would change: ${listed(files)}; nothing was merged`,
        {
          fits: `commit them, or put them aside: ${putAside(files)}; then: \`cairn merge ${run}\``,
        },
      );

/** Puts the run's work alone into the checkout, by hand. */
const byHand = ({ base, branch }: Site): string =>
  `put it there by hand: \`git diff --binary ${shortId(base.commit)} ${branch} | git apply --3way\``;

/** `git merge` would bring what the run began on, too. */
export const apartConflict = (site: Site, files: readonly Path[]): Refusal =>
  refuse(
    "MERGE_CONFLICT",
    `the run's work conflicts with yours in ${listed(files)}; nothing was merged`,
    { fits: `${byHand(site)}, then resolve the conflicts in these files and commit` },
  );

/** `failed`: what each check printed. */
export const apartRed = (site: Site, failed: readonly string[]): Refusal =>
  refuse(
    "CHECKS_RED",
    `what is checked out lacks what the run began on, and there its work is red; nothing was merged: ${failed.join("\n")}`,
    { fits: `${byHand(site)}, then mend what is red and commit` },
  );

export const reviewNone = (branch: string): Refusal =>
  refuse(
    "REVIEW_NONE",
    `${branch} holds all that this run has landed, in commits of its own: there is nothing to review`,
    { fits: "push that branch, or open the pull request from it" },
  );

/** The same for a folder whose repository Cairn keeps: its user may not know git. */
export const writeRefused = (
  run: string,
  branch: string,
  files: readonly Path[],
  is: "conflict" | "touches",
): Refusal =>
  is === "conflict"
    ? refuse(
        "MERGE_CONFLICT",
        `you changed lines of ${listed(files)} that the run changed, too; yours stay, and nothing was written`,
        {
          fits: `see the run's file: \`git --git-dir=.cairn/git show ${branch}:${asTyped(files[0] ?? "")}\`; write its lines into yours, then: \`cairn merge ${run}\``,
        },
      )
    : refuse(
        "CHANGES_TOUCHED",
        `files that no run takes along are where the run's would be written: ${listed(files)}; nothing was written`,
        { fits: `move them elsewhere, then: \`cairn merge ${run}\`` },
      );

/** `meant`: the last merge as shown to the user; `last`: the actual one. */
export const otherMerge = (run: string, meant: string, last: string): Refusal =>
  refuse(
    "DELIVERY_NONE",
    `${shortId(meant)} isn't the run's last merge any more: ${shortId(last)} is; nothing was changed`,
    { fits: `to take that one back: \`cairn undo ${run}\`` },
  );

export const undoRefused = (
  run: string,
  into: string,
  not:
    | { readonly is: "moved"; readonly head: string; readonly after: string | null }
    | { readonly is: "pushed"; readonly ref: string }
    | { readonly is: "touches"; readonly files: readonly Path[] },
): Refusal => {
  const byCommit =
    "take it back by a commit of your own (`git revert`); git then takes the run's work for merged";
  if (not.is === "moved" && not.after !== null)
    return refuse(
      "CHECKOUT_MOVED",
      `${into} has moved on since the merge: that of ${not.after} follows it`,
      { fits: `take that back first: \`cairn undo ${not.after}\`` },
    );
  if (not.is === "moved")
    return refuse(
      "CHECKOUT_MOVED",
      `${into} has moved on since the merge: it is at ${shortId(not.head)}`,
      { fits: `take back what came after it first, or ${byCommit}` },
    );
  if (not.is === "pushed")
    return refuse("MERGE_PUSHED", `the merge was pushed: ${not.ref} has it`, { fits: byCommit });
  return refuse(
    "CHANGES_TOUCHED",
    `you have uncommitted changes in files that this would change: ${listed(not.files)}; nothing was changed`,
    { fits: `commit them, or put them aside: ${putAside(not.files)}; then: \`cairn undo ${run}\`` },
  );
};
