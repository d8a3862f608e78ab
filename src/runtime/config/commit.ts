// Configuration part with the form of landings: their message, author, and what stays of agents' commits.
import * as t from "../../kit/schema.ts";
import type { CommitStyle } from "../config.ts";
import { some } from "./fields.ts";

const prefix = t.told(
  "must be one line of at most 40 characters, such as feat: or SHOP-12",
  t.matching(/^[^\r\n\0]{1,40}$/, ""),
);
const commit = some(
  "commit",
  {
    prefix: t.means(
      "what the subject of each landing begins with; if not said, a conventional type where most of the repository's last 50 subjects have one",
      t.unset(prefix),
    ),
    author: t.means(
      "who the author of a landing is: user, by git's user.name and user.email, or its agent",
      t.unset(t.standing(t.oneOf(["user", "agent"]), "user")),
    ),
    signOff: t.means(
      "whether landings are signed off; if not said, where format.signOff is set or all of the last 50 commits are",
      t.unset(t.flag),
    ),
  },
  '{"prefix": "feat:"}',
);

export const landings = {
  commit: t.means("messages and author of landings", commit),
  history: t.means(
    "squash: a landing has one parent; merge: what its agents committed is its second one",
    t.unset(t.standing(t.oneOf(["squash", "merge"]), "squash")),
  ),
};

export const commitOf = ({ prefix, author, signOff }: t.Of<typeof commit> = {}): CommitStyle => ({
  prefix: prefix ?? null,
  author: author ?? "user",
  signOff: signOff ?? null,
});
