// Fitness of reviewers in stigmergy: no author reviews the story, under any name.
import type { Stamp } from "../../core/protocol.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { roleOf, unknown, user } from "./roster.ts";
import { plain } from "./spelling.ts";
import type { Author, State, Story } from "./state.ts";

/** Only a person is `user`: anyone else with that name is unknown, so that an edit can't pass as a person's word. */
const claimedRole = (name: string): string => {
  const role = roleOf(name) ?? name;
  return role === user ? unknown : role;
};

/** Author of an action, as claimed. `role`: of the held job; null: derived from the claimed name. */
export const authorOf = ({ by }: Pick<Stamp, "by">, role: string | null): Author => ({
  role: by.kind === "person" || by.kind === "parent" ? user : (role ?? claimedRole(by.name)),
  holder: { name: by.name, agent: by.agent ?? null, conversation: by.conversation ?? null },
});

const isConversation = (a: Author, b: Author): boolean =>
  a.holder.conversation !== null && a.holder.conversation === b.holder.conversation;

/** A hand edit has no conversation, only a name. All people share one role and differ by name. */
const isSame = (a: Author, b: Author): boolean =>
  isConversation(a, b) ||
  plain(a.holder.name) === plain(b.holder.name) ||
  (a.role === b.role && a.role !== user);

/** Same role, name and session: nothing new about the author. */
export const isIdentical = (a: Author, b: Author): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Returns VERIFIER_UNFIT or null. A person may judge anything that the same person hasn't built. */
export const reviewerRefused = (
  state: Pick<State, "settings">,
  story: Story,
  reviewer: Author,
): Refusal | null => {
  const { id, authors } = story;
  const unfit = (why: string, fits: string): Refusal =>
    refuse("VERIFIER_UNFIT", `${reviewer.role} can't judge story ${id}: ${why}`, { fits });
  const own = authors.find((author) => isSame(author, reviewer));
  if (own !== undefined)
    return unfit(
      `${own.role} worked on it`,
      "somebody else: another role, in a session of its own",
    );
  if (reviewer.role === user) return null;
  if (state.settings.reviewer === "person")
    return unfit("the settings want a person", "`cairn decide`, or `reviewer` in the settings");
  if (state.settings.reviewer === "other-agent" && reviewer.holder.agent === null)
    return unfit(
      "nobody knows which agent it is",
      "another configured agent, or `reviewer` in the settings",
    );
  if (isBuilderUnknown(state, story))
    return unfit(
      "nobody knows which agent worked on it",
      "a person, or `reviewer` in the settings",
    );
  const mate = authors.find(
    ({ holder }) => holder.agent !== null && holder.agent === reviewer.holder.agent,
  );
  if (state.settings.reviewer === "other-agent" && mate !== undefined)
    return unfit(
      `${mate.holder.agent ?? ""} worked on it, too`,
      "another configured agent, or `reviewer` in the settings",
    );
  return null;
};

/** The assigned reviewer has worked on it, as a responder or by an edit: none of its sessions may judge it. */
export const isUnjudgeable = (
  state: Pick<State, "settings">,
  story: Pick<Story, "authors">,
): boolean => story.authors.some(({ role }) => role === "sarah") || isBuilderUnknown(state, story);

/** Another agent is required, but the builder is unknown. */
const isBuilderUnknown = (
  { settings }: Pick<State, "settings">,
  { authors }: Pick<Story, "authors">,
): boolean =>
  settings.reviewer === "other-agent" &&
  authors.some(({ role, holder }) => role !== user && holder.agent === null);

/** Its reviewer is an agent that also worked on it: in another session, but without independent judgement. */
export const sameAgent = ({ review, authors }: Story): boolean =>
  review !== null &&
  review.by.holder.agent !== null &&
  authors.some(({ holder }) => holder.agent === review.by.holder.agent);
