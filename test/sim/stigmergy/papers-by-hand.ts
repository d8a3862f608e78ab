// What somebody outside makes of a stigmergy job that he claimed, and what he says of it.
import { type About, plannedOf } from "./about.ts";
import { prdText, qaText, storyFileOf, storyText, targetOf } from "./papers.ts";
import type { StigmergyStory } from "./story.ts";

export const madeOf = (
  planned: StigmergyStory,
  { is, part, story, epic }: About,
): Readonly<Record<string, string>> => {
  const { outline, commands } = planned;
  if (is === "work") return { [targetOf(story)]: `good ${story}` };
  if (is === "story-file")
    return { [storyFileOf(story)]: storyText(plannedOf({ story: planned }, story)) };
  if (is === "audit") return { [`docs/audits/epic-${epic}.md`]: "# Audit\n" };
  if (is !== "plan") return {};
  if (part === "prd" || part === "manifest") return { "docs/prd.md": prdText(outline) };
  if (part === "architecture")
    return {
      "docs/architecture.md": "# A\n",
      "docs/architecture/coding-standards.md": "# S\n",
      "docs/architecture/qa-protocol.md": qaText(commands),
    };
  return { [part === "ux" ? "docs/ux-spec.md" : "docs/brief.md"]: "# By hand\n" };
};

export const wordsOf = ({ criteria, is }: About, outcome: string): unknown => ({
  outcome,
  summary: "by hand",
  ...(is === "issue" ? { solution: "by hand" } : {}),
  ...(is === "review"
    ? {
        verdicts: Array.from({ length: criteria }, (_, n) => ({
          n: n + 1,
          met: true,
          how: "looked",
        })),
      }
    : {}),
});
